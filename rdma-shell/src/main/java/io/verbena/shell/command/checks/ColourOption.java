package io.verbena.shell.command.checks;

import io.verbena.shell.cli.Colours;
import java.util.List;
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
}
