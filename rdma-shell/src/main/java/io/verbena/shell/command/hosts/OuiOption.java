package io.verbena.shell.command.hosts;

import io.verbena.shell.cli.Numbers;
import picocli.CommandLine.Option;

/** Option for the vendor class. */
final class OuiOption {
    private static final int BITS = 24;

    @Option(
            names = {"-o", "--oui"},
            paramLabel = "N",
            description = "OUI of the vendor class (default: 0x001405, OpenIB).")
    String oui = "0x001405";

    int value() {
        return (int) Numbers.parse("--oui", oui, BITS);
    }
}
