package harbour.tide;

import java.time.Duration;
import java.time.LocalTime;

/** Half a tide lasts about six hours and a quarter, wherever the harbour lies. */
public final class TideTable {
    private static final Duration HALF_TIDE = Duration.ofMinutes(375);

    private TideTable() {
    }

    public static LocalTime lowWaterAfter(LocalTime highWater) {
        return highWater.plus(HALF_TIDE);
    }
}
