package orchestra;

public final class Note {
    private final String name;
    private final int beats;

    public Note(String name, int beats) {
        this.name = name;
        this.beats = beats;
    }

    public String name() {
        return name;
    }

    public int beats() {
        return beats;
    }
}
