package io.verbena.shell.command.checks;

import io.verbena.shell.cli.Terminals;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option that turns off the colors of a check. */
final class ColorOption {
    private static final String FAILED = "FAILED";
    private static final String OK = "OK";

    @Option(
            names = {"-N", "--nocolor", "-nocolor"},
            description = "Do not color the output (default: color on a terminal).")
    boolean none;

    /** Colors results: green for success, red for errors. */
    List<String> paint(List<String> lines) {
        Colors colors = none ? Colors.none() : Colors.ofTerminal();
        return lines.stream().map(line -> paint(colors, line)).toList();
    }

    private static String paint(Colors colors, String line) {
        if (line.endsWith(FAILED)) {
            return line.substring(0, line.length() - FAILED.length()) + colors.error(FAILED);
        }
        if (line.endsWith(OK)) {
            return line.substring(0, line.length() - OK.length()) + colors.success(OK);
        }
        return line.startsWith("#error") ? colors.error(line) : line.startsWith("#warn") ? colors.warning(line) : line;
    }

    /** ANSI colors for a terminal. Leaves text unchanged without a terminal, or if {@code NO_COLOR} is set. */
    record Colors(boolean on) {
        /** Returns colors if standard output is a terminal and {@code NO_COLOR} (no-color.org) is not set. */
        static Colors ofTerminal() {
            return of(Terminals.isThere(), System.getenv("NO_COLOR"));
        }

        static Colors none() {
            return new Colors(false);
        }

        static Colors of(boolean terminal, @Nullable String noColor) {
            return new Colors(terminal && (noColor == null || noColor.isEmpty()));
        }

        String error(String text) {
            return in("31", text);
        }

        String warning(String text) {
            return in("33", text);
        }

        String success(String text) {
            return in("32", text);
        }

        private String in(String code, String text) {
            return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
        }
    }
}
