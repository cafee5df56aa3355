"""What SARIF logs and HTML pages of findings have in common, whether a program was run or not; and the lines that they show."""
