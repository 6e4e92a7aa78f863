package org.example.tour.web;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import org.example.tour.geo.Measure;
import org.example.tour.geo.Point;
import org.example.tour.guide.Guide;
import org.example.tour.routes.Route;
import org.example.tour.routes.Stop;
import org.junit.Test;

public class PagesTest {
    private final Pages pages = new Pages(new Guide(Measure.METRE));
    private final Route route = Route.of("a & b", new Stop(new Point("pier", 0, 900), 10, "windy"));

    @Test
    public void writesAPage() {
        assertEquals("<h1>a &amp; b, 0.0 m, 10 min</h1>\n1. pier\non foot\n", pages.page(route));
    }

    @Test
    public void hasRoom() {
        assertFalse(pages.isFull(route));
    }
}
