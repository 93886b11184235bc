"""Learning agents to compare with: PPO and a Q-network in self-play, in small files (``docs/tutorials/cleanrl.md``)."""
