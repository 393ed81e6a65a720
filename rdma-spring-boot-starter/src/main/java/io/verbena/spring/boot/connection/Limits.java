package io.verbena.spring.boot.connection;

/** Checks numbers of the configuration. */
final class Limits {
    private Limits() {}

    static void require(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + "; give " + least + " to " + most);
        }
    }
}
