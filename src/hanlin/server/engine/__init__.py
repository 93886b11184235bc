"""Worker processes and the computer players, hints and reviews that they compute."""
