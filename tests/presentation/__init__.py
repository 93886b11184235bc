"""Requirements on every game's words and drawings, checked for all installed games."""
