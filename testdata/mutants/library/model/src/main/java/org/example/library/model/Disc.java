package org.example.library.model;

public class Disc implements Media {
    private final String title;
    private final int minutes;

    public Disc(String title, int minutes) {
        this.title = title;
        this.minutes = minutes;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String shelfMark() {
        return "DISC-" + minutes;
    }
}
