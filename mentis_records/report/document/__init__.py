"""What a report becomes: a page, a PDF, a folder of files with a manifest."""
