"""Layers that prepare data for models: texts, categories, numbers and images. They work in models, in datasets and by themselves."""
