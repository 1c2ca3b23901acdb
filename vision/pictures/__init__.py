"""Illustrated cards: found in a row, told apart by their pictures, enrolled by showing them, followed while they lie.

`RowReader` turns frames into `RowView`s; `Enrolment` turns frames into a `PictureDeck`; both take time from outside.
"""
