package com.example.kiosk

import android.app.Activity
import android.os.Bundle
import android.view.Menu
import android.widget.Button
import android.widget.TextView
import com.example.kiosk.catalog.Product
import com.example.kiosk.pricing.Money

class MainActivity : Activity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.activity_main)
        val app = application as KioskApp
        val product: Product = app.catalogue.first()
        val price = Money.ofCents(product.cents)
        findViewById<TextView>(R.id.title).text = getString(R.string.price_line, product.name, product.cents)
        findViewById<Button>(R.id.pay).setOnClickListener { title = price.format() }
        findViewById<ShelfView>(R.id.shelf).setBackgroundResource(R.drawable.bg_shelf)
    }

    override fun onCreateOptionsMenu(menu: Menu): Boolean {
        menuInflater.inflate(R.menu.main, menu)
        return true
    }

    fun labels(count: Int): List<String> =
        resources.getStringArray(R.array.shelves).toList() + resources.getQuantityString(R.plurals.items, count, count) +
            getString(com.example.kiosk.catalog.R.string.catalogue_title)
}
