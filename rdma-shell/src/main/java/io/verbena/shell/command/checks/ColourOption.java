package io.verbena.shell.command.checks;

import io.verbena.shell.cli.Terminals;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option that turns off the colors of a check. */
final class ColourOption {
    private static final String FAILED = "FAILED";
    private static final String OK = "OK";

    @Option(
            names = {"-N", "--nocolor", "-nocolor"},
            description = "Do not color the output (default: color on a terminal).")
    boolean none;

    /** Colors results: green for success, red for errors. */
    List<String> paint(List<String> lines) {
        Colours colours = none ? Colours.none() : Colours.ofTerminal();
        return lines.stream().map(line -> paint(colours, line)).toList();
    }

    private static String paint(Colours colours, String line) {
        if (line.endsWith(FAILED)) {
            return line.substring(0, line.length() - FAILED.length()) + colours.bad(FAILED);
        }
        if (line.endsWith(OK)) {
            return line.substring(0, line.length() - OK.length()) + colours.good(OK);
        }
        return line.startsWith("#error") ? colours.bad(line) : line.startsWith("#warn") ? colours.odd(line) : line;
    }

    /** ANSI colors for a terminal. Leaves text unchanged without a terminal, or if {@code NO_COLOR} is set. */
    static final class Colours {
        private final boolean on;

        private Colours(boolean on) {
            this.on = on;
        }

        /** Returns colors if standard output is a terminal and {@code NO_COLOR} (no-color.org) is not set. */
        static Colours ofTerminal() {
            return of(Terminals.isThere(), System.getenv("NO_COLOR"));
        }

        /** Returns an instance that leaves text unchanged. */
        static Colours none() {
            return new Colours(false);
        }

        static Colours of(boolean terminal, @Nullable String noColor) {
            return new Colours(terminal && (noColor == null || noColor.isEmpty()));
        }

        /** Colors text about an error. */
        String bad(String text) {
            return in("31", text);
        }

        /** Colors text about a warning. */
        String odd(String text) {
            return in("33", text);
        }

        /** Colors text about success. */
        String good(String text) {
            return in("32", text);
        }

        private String in(String code, String text) {
            return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
        }
    }
}
