package com.example.kiosk;

import android.content.Context;
import android.content.res.TypedArray;
import android.util.AttributeSet;
import android.view.View;

public class ShelfView extends View {
    private final int color;

    public ShelfView(Context context, AttributeSet attributes) {
        super(context, attributes);
        TypedArray values = context.obtainStyledAttributes(attributes, R.styleable.ShelfView);
        color = values.getColor(R.styleable.ShelfView_shelfColor, context.getColor(R.color.brand));
        setPadding(0, getResources().getDimensionPixelSize(R.dimen.gap_large), 0, getResources().getInteger(R.integer.columns));
        values.recycle();
    }

    public int getColor() {
        return color;
    }
}
