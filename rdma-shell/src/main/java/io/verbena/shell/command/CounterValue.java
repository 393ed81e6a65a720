package io.verbena.shell.command;

import io.verbena.shell.cli.Numbers;

/**
 * A counter and what it is to be.
 *
 * @param name of a field of a counter attribute
 * @param value 64 bits
 */
record CounterValue(String name, long value) {

    /**
     * Reads {@code name=value}.
     *
     * @throws IllegalArgumentException if it is not of this form
     */
    static CounterValue parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("'" + text + "' is not FIELD=VALUE, such as symbolErrorCounter=7");
        }
        String name = text.substring(0, equals);
        return new CounterValue(name, Numbers.parse(name, text.substring(equals + 1), Long.SIZE));
    }
}
