package orchestra.winds;

import orchestra.Note;

public final class Oboe {
    public String play(Note note) {
        return note.name() + " " + new Reed().sound();
    }
}
