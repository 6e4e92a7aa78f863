package com.example.kiosk

import android.app.Application
import com.example.kiosk.catalog.Catalogue

class KioskApp : Application() {
    val catalogue: Catalogue by lazy { Catalogue(BuildConfig.SHOP_URL) }
}
