"""A loaded tree in the forms that other programs read: one file a form."""
