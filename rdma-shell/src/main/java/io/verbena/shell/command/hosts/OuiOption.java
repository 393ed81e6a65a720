package io.verbena.shell.command.hosts;

import io.verbena.shell.cli.Numbers;
import picocli.CommandLine.Option;

/** Whose vendor class is used. */
final class OuiOption {
    private static final int BITS = 24;

    @Option(
            names = {"-o", "--oui"},
            paramLabel = "N",
            description = "The vendor whose class is used; 0x001405, OpenIB, unless given.")
    String oui = "0x001405";

    int value() {
        return (int) Numbers.parse("--oui", oui, BITS);
    }
}
