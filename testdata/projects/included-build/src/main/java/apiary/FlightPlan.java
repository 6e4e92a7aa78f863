package apiary;

import apiary.weather.Forecast;

public final class FlightPlan {
    public boolean beesFly(Forecast forecast) {
        return forecast.degrees() > 10;
    }
}
