"""Writers that turn a loaded tree into forms that other programs read; `formats.py` is the table of the forms."""
