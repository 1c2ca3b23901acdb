"""Training of the finder of picture cards (`vision/pictures/models/rowfind.onnx`). Needs the extra ``train``."""
