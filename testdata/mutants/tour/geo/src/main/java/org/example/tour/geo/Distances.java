package org.example.tour.geo;

import java.util.List;

public final class Distances {
    private Distances() {
    }

    public static double between(Point from, Point to) {
        return Math.hypot(to.x() - from.x(), to.y() - from.y());
    }

    public static double along(List<Point> points) {
        double sum = 0;
        for (int at = 1; at < points.size(); at++) {
            sum += between(points.get(at - 1), points.get(at));
        }
        return sum;
    }
}
