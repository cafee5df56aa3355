"""What an edit of source is: what rules propose, and what `graphlint fix` writes."""
