package io.verbena.shell.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether somebody is looking. */
public final class Terminals {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminals() {}

    /** Whether input and output are a terminal. From JDK 22 on there may be a console that is none. */
    public static boolean isThere() {
        return Optional.ofNullable(System.console())
                .filter(Terminals::isTerminal)
                .isPresent();
    }

    /** Whether standard error is shown there as well, and is not kept in a file or a pipe. */
    static boolean showsErrors() {
        return isThere() && leadsToTerminal(STANDARD_ERROR);
    }

    /** What is no link, as off Linux, may be one. */
    static boolean leadsToTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/") && !target.equals("/dev/null");
        } catch (IOException | UnsupportedOperationException e) {
            return true;
        }
    }

    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
