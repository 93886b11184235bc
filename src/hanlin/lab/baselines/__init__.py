"""Learning agents of the benchmark, each in one file: how they were trained, and networks that play without PyTorch."""
