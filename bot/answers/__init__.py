"""Judged facts → Answer: all wording of the product, and nothing that draws."""
