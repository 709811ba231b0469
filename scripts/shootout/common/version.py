"""The version of this checkout: the day of its release, with which every result line begins."""

VERSION = "20261129.10"
