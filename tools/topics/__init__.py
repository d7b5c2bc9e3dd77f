"""What a business' customers come for, learned from their own words: a section of its documents, or a product.

A business writes how customers ask for a section or a product. From these sentences a classifier is learned for each
tenant, in the background; without a model, a turn asks it what a message is about.
"""
