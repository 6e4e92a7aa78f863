package org.example.library.model;

public final class Isbn {
    public static final int LENGTH = 13;

    private final String digits;

    private Isbn(String digits) {
        this.digits = digits;
    }

    public static Isbn parse(String text) {
        String digits = text.replace("-", "");
        if (!isValid(digits)) {
            throw new IllegalArgumentException("not an ISBN: " + text);
        }
        return new Isbn(digits);
    }

    static boolean isValid(String digits) {
        if (digits.length() != LENGTH) {
            return false;
        }
        int sum = 0;
        for (int at = 0; at < digits.length(); at++) {
            int weight = at % 2 == 0 ? 1 : 3;
            sum += weight * Character.digit(digits.charAt(at), 10);
        }
        return sum % 10 == 0;
    }

    public String group() {
        return digits.substring(3, 4);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Isbn && ((Isbn) other).digits.equals(digits);
    }

    @Override
    public int hashCode() {
        return digits.hashCode();
    }

    @Override
    public String toString() {
        return digits;
    }
}
