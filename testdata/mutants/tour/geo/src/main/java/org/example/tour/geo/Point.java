package org.example.tour.geo;

/** A place in metres from the corner of the map. */
public record Point(String name, double x, double y) {
    public static final Point ORIGIN = new Point("origin", 0, 0);

    public Point moved(double right, double up) {
        return new Point(name, x + right, y + up);
    }
}
