package io.verbena.shell.cli;

import picocli.CommandLine.Mixin;

/** Base class of commands that send requests from an end port. */
public abstract class EndPortCommand extends FabricCommand {
    @Mixin
    final EndPortOptions endPort = new EndPortOptions();

    @Override
    final EndPortOptions endPortOptions() {
        return endPort;
    }
}
