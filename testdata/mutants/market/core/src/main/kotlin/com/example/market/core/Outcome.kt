package com.example.market.core

sealed interface Outcome {
    data class Paid(val sum: Money) : Outcome

    data class Refused(val reason: String) : Outcome

    data object Pending : Outcome
}
