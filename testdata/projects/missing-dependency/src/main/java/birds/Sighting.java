package birds;

import com.google.gson.Gson;

public final class Sighting {
    final String species;
    final int count;

    Sighting(String species, int count) {
        this.species = species;
        this.count = count;
    }

    String toJson() {
        return new Gson().toJson(this);
    }
}
