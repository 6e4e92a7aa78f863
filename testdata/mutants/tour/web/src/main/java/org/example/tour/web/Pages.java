package org.example.tour.web;

import org.example.tour.guide.Guide;
import org.example.tour.guide.TextsKt;
import org.example.tour.routes.Route;

public class Pages {
    private final Guide guide;

    public Pages(Guide guide) {
        this.guide = guide;
    }

    public String page(Route route) {
        String stops = String.join("\n", TextsKt.stopLines(route));
        return Html.heading(guide.headline(route)) + stops + "\n" + TextsKt.word(route.getMode()) + "\n";
    }

    public boolean isFull(Route route) {
        return route.getStops().size() >= Route.MAX_STOPS;
    }
}
