package net.example.ferry;

import android.app.Activity;
import android.os.Bundle;
import android.widget.TextView;

public final class FerryActivity extends Activity {
    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.ferry);
        TextView nextFerry = findViewById(R.id.next_ferry);
        nextFerry.setText(Timetable.nextFerry());
    }
}
