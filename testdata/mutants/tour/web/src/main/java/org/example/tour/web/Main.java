package org.example.tour.web;

import org.example.tour.geo.Point;
import org.example.tour.guide.Guide;
import org.example.tour.guide.Rating;
import org.example.tour.routes.Route;
import org.example.tour.routes.Stop;
import org.slf4j.LoggerFactory;

public class Main {
    public static void main(String[] args) {
        Route route = Route.of("harbour", new Stop(Point.ORIGIN, 5, null), new Stop(new Point("pier", 0, 900), 10, "windy"));
        Guide guide = new Guide(org.example.tour.geo.Measure.METRE);
        guide.sell("Kim", Rating.EASY);
        LoggerFactory.getLogger(Main.class).info(new Pages(guide).page(route));
    }
}
