"""Rows of cards on rendered tables with the truth beside them, for the benchmark and the tests.

Everything that a living room does to a row: cloths of all kinds, gaps, touching and overlapping cards, sleeves, backs,
papers, tokens, a hand at the rim, lamps, shadows and a camera that hangs askew. Nothing here is used in training.
"""

from vision.pictures.trial.cloths import CLOTHS, MAT_MM, trial_mat
from vision.pictures.trial.faces import Dress, FacesFor, dressed, read_art, trial_faces, worn_size
from vision.pictures.trial.layout import covered, layout
from vision.pictures.trial.light import Level, camera_of, light_of
from vision.pictures.trial.rows import SIZES, disturbed, grid_trial, row_trial, row_trials
from vision.pictures.trial.table import Trial, homography, squeezed

__all__ = [
    "CLOTHS",
    "MAT_MM",
    "SIZES",
    "Dress",
    "FacesFor",
    "Level",
    "Trial",
    "camera_of",
    "covered",
    "disturbed",
    "dressed",
    "grid_trial",
    "homography",
    "layout",
    "light_of",
    "read_art",
    "row_trial",
    "row_trials",
    "squeezed",
    "trial_faces",
    "trial_mat",
    "worn_size",
]
