package io.verbena.shell.cli;

import java.io.Console;
import java.util.Optional;

/** Whether somebody is looking. */
public final class Terminals {
    private Terminals() {}

    /** Whether input and output are a terminal. From JDK 22 on there may be a console that is none. */
    public static boolean isThere() {
        return Optional.ofNullable(System.console())
                .filter(Terminals::isTerminal)
                .isPresent();
    }

    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
