package tour.setup;

public final class Versions {
    public static final int JAVA = 17;
    public static final String TOUR = "2.1.0";

    private Versions() {
    }
}
