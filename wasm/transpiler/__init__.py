"""Writes the kernel and the search, whose source is plain typed Python, in AssemblyScript."""
