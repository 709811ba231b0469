"""The page: one HTML file with all figures. What a browser runs is in web/."""
