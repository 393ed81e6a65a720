package io.verbena.shell.command;

import io.verbena.shell.cli.Numbers;

/**
 * A value for a counter.
 *
 * @param name the name of a field of a counter attribute
 * @param value the value, 64 bits
 */
record CounterValue(String name, long value) {

    /**
     * Parses {@code name=value}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static CounterValue parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not of the form FIELD=VALUE; expected for example symbolErrorCounter=7");
        }
        String name = text.substring(0, equals);
        return new CounterValue(name, Numbers.parse(name, text.substring(equals + 1), Long.SIZE));
    }
}
