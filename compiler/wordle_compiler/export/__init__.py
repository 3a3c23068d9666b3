"""Writers that turn a loaded tree into forms that other programs read: one file per form, one for all source code."""
