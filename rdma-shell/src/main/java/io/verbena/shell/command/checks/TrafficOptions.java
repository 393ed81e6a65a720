package io.verbena.shell.command.checks;

import picocli.CommandLine.Option;

/** Options for the output of traffic counters. */
final class TrafficOptions {
    @Option(
            names = {"-b", "--brief"},
            description = "Show one line per port.")
    boolean brief;

    @Option(
            names = {"-N", "--nocolor", "-nocolor"},
            description = "Accepted for compatibility; the output has no colors.")
    boolean noColours;
}
