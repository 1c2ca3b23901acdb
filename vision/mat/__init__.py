"""The printed mat: its geometry in mm (`load_mat`), its picture (`draw`) and its PDF (`vision.mat.pdf`)."""

from vision.mat.geometry import KINDS, Box, Mat, MatError, Zone, dictionary, load_mat
from vision.mat.picture import draw
from vision.mat.shapes import STYLES

__all__ = ["KINDS", "STYLES", "Box", "Mat", "MatError", "Zone", "dictionary", "draw", "load_mat"]
