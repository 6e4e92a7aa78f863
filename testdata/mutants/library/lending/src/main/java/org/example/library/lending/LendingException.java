package org.example.library.lending;

public class LendingException extends RuntimeException {
    public LendingException(String message) {
        super(message);
    }
}
