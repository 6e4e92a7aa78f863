package org.example.tour.geo;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.List;
import org.junit.Test;

public class DistancesTest {
    private final Point square = new Point("square", 3, 4);

    @Test
    public void measuresALine() {
        assertThat(Distances.between(Point.ORIGIN, square), is(5.0));
    }

    @Test
    public void measuresAWay() {
        assertThat(Distances.along(List.of(Point.ORIGIN, square, Point.ORIGIN)), is(10.0));
    }

    @Test
    public void convertsMiles() {
        assertThat(Measure.MILE.from(3218), is(2.0));
        assertThat(Measure.MILE.unit(), is("mi"));
    }

    @Test
    public void knowsItsBounds() {
        Bounds bounds = new Bounds(Point.ORIGIN, square);
        assertThat(bounds.contains(square), is(true));
        assertThat(bounds.contains(square.moved(1, 0)), is(false));
    }
}
