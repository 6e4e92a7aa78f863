package com.example.market.cli

import com.example.market.core.Outcome
import com.example.market.core.Settings
import com.example.market.orders.Receipt

internal class Screen {
    fun show(receipt: Receipt, outcome: Outcome) {
        if (Settings.quiet) return
        receipt.lines().forEach(::println)
        println(receipt.text(outcome))
    }

    fun colour(outcome: Outcome): String =
        when (outcome) {
            is Outcome.Paid -> "green"
            is Outcome.Refused -> "red"
            is Outcome.Pending -> "grey"
        }
}
