package coast;

public final class Lighthouse {
    static final int SECONDS_BETWEEN_FLASHES = 15;
}
