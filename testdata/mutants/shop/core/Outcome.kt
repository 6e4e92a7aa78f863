package com.example.shop.core

sealed class Outcome<out T> {
    data class Success<T>(val value: T) : Outcome<T>()

    data class Failure(val reason: String) : Outcome<Nothing>()

    inline fun <R> map(transform: (T) -> R): Outcome<R> = when (this) {
        is Success -> Success(transform(value))
        is Failure -> this
    }

    inline fun onSuccess(action: (T) -> Unit): Outcome<T> {
        if (this is Success) action(value)
        return this
    }

    fun orNull(): T? = (this as? Success)?.value
}
