package apiary.weather;

public final class Forecast {
    private final double degrees;

    public Forecast(double degrees) {
        this.degrees = degrees;
    }

    public double degrees() {
        return Rounding.toHalf(degrees);
    }
}
