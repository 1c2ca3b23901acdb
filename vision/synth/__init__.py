"""A simulated table: cards in mm, a camera over them, light, hands, and pictures of it all with the truth beside.

    faces = playing_faces("classic")                 # or "bold", "slim", folder_faces("my/deck"), picture_faces(84)
    scene = Scene(faces, plain_mat())                # or Mat(vision.mat.draw(...), px_per_mm)
    scene.pile(names, x=230, y=210)                  # face down
    scene.put("7S", x=360, y=210, angle=0.1)         # face up, on top of what lies there
    scene.hands = [Hand(at=(360, 210), side="near")]
    frame = render(scene, Camera(tilt=12), rng)      # (960, 1280, 3) uint8 BGR
    cards = truth(scene, Camera(tilt=12))            # outlines in px, visible share

`Camera.scaled(320)` gives the same view small and cheap. Nothing here reads a clock or draws from a hidden seed.
"""

from vision.synth.camera import Camera
from vision.synth.faces import BACK, DESIGNS, Faces, FacesError, folder_faces, playing_faces
from vision.synth.pictures import picture_faces
from vision.synth.render import Renderer, render
from vision.synth.scene import Card, Glare, Hand, Light, Mat, Scene, Shade, plain_mat
from vision.synth.truth import CardTruth, truth

__all__ = [
    "BACK",
    "DESIGNS",
    "Camera",
    "Card",
    "CardTruth",
    "Faces",
    "FacesError",
    "Glare",
    "Hand",
    "Light",
    "Mat",
    "Renderer",
    "Scene",
    "Shade",
    "folder_faces",
    "picture_faces",
    "plain_mat",
    "playing_faces",
    "render",
    "truth",
]
