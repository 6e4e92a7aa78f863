package org.example.tour.geo;

public final class Bounds {
    private final Point low;
    private final Point high;

    public Bounds(Point low, Point high) {
        this.low = low;
        this.high = high;
    }

    public boolean contains(Point point) {
        return point.x() >= low.x() && point.x() <= high.x() && point.y() >= low.y() && point.y() <= high.y();
    }
}
