"""The page: one HTML file with all figures. The code for the browser is in web/."""
