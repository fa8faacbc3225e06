"""What follows from the features of Corona and is not kept."""

from mentis_records.core.feature import DerivedFeature

DERIVED = (
    DerivedFeature("stones", "(white | black)", "points with stones"),
    DerivedFeature("vacant", "(255 - (white | black))", "points without"),
)
