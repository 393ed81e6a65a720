package io.verbena.shell.command.checks;

import picocli.CommandLine.Option;

/** How packets and data are shown. */
final class TrafficOptions {
    @Option(
            names = {"-b", "--brief"},
            description = "Show a line for each port.")
    boolean brief;

    @Option(
            names = {"-N", "--nocolor", "-nocolor"},
            description = "Show no colours, which is always so.")
    boolean noColours;
}
