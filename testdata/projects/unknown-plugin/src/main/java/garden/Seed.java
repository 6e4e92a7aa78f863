package garden;

public final class Seed {
    final String name;
    final int daysToHarvest;

    Seed(String name, int daysToHarvest) {
        this.name = name;
        this.daysToHarvest = daysToHarvest;
    }
}
