package io.verbena.shell.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Detects terminals. */
public final class Terminals {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminals() {}

    /** Returns whether standard input and output are a terminal. Since JDK 22, a console may exist without one. */
    public static boolean isThere() {
        return Optional.ofNullable(System.console())
                .filter(Terminals::isTerminal)
                .isPresent();
    }

    /** Returns whether standard error is a terminal, and not redirected to a file or a pipe. */
    static boolean showsErrors() {
        return isThere() && leadsToTerminal(STANDARD_ERROR);
    }

    /**
     * Returns whether a descriptor may be a terminal. A descriptor that is not a symbolic link, as on systems other
     * than Linux, may be one.
     */
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
