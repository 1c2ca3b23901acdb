"""Training of the two reading nets: from a folder of card faces to ONNX weights. Needs the extra ``train``."""
