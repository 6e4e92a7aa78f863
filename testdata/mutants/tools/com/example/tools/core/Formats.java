package com.example.tools.core;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Helpers for turning values into text and counting days. */
public final class Formats {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);
    private static final int CENTS_PER_EURO = 100;

    private Formats() {
    }

    public static String money(int cents) {
        return money(cents, "EUR");
    }

    public static String money(int cents, String currency) {
        return String.format(Locale.ROOT, "%d.%02d %s", cents / CENTS_PER_EURO, cents % CENTS_PER_EURO, currency);
    }

    public static String day(LocalDate date) {
        return date.format(DAY);
    }

    public static String padRight(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }

    public static int daysBetween(LocalDate from, LocalDate to) {
        return (int) ChronoUnit.DAYS.between(from, to);
    }
}
