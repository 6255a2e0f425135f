"""The account checked against PyTorch itself, on this machine: needs torch, the extra `validate`. Nothing else of the project does."""
