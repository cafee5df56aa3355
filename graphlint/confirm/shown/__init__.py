"""A confirmation as text, JSON, HTML, SARIF and pictures."""
