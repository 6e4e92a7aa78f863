package orchestra.strings;

import orchestra.Note;

public final class Violin {
    public String play(Note note) {
        return note.name() + note.octave();
    }
}
