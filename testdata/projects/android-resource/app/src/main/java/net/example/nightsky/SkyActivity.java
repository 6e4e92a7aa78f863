package net.example.nightsky;

import android.app.Activity;
import android.os.Bundle;

public final class SkyActivity extends Activity {
    @Override
    protected void onCreate(Bundle state) {
        super.onCreate(state);
        setContentView(R.layout.sky);
    }
}
