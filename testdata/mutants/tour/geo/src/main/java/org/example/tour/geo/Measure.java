package org.example.tour.geo;

public enum Measure {
    METRE(1),
    KILOMETRE(1000),
    MILE(1609);

    private final int metres;

    Measure(int metres) {
        this.metres = metres;
    }

    public double from(double length) {
        return length / metres;
    }

    public String unit() {
        return switch (this) {
            case METRE -> "m";
            case KILOMETRE -> "km";
            case MILE -> "mi";
        };
    }
}
