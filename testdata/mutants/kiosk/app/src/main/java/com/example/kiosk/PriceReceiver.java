package com.example.kiosk;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import com.example.kiosk.pricing.Money;
import com.google.gson.Gson;

public class PriceReceiver extends BroadcastReceiver {
    @Override
    public void onReceive(Context context, Intent intent) {
        Money money = new Gson().fromJson(intent.getStringExtra("price"), Money.class);
        ((KioskApp) context.getApplicationContext()).getCatalogue().update(money);
    }
}
