"""What source shows by itself: names and scopes, blocks, statements, stores, the index of a module.

Knows syntax trees and the tables of `frameworks`. Nothing here asks what a value is.
"""
