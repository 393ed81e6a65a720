package io.verbena.shell.cli;

import io.verbena.mad.MadOptions;
import picocli.CommandLine.Mixin;

/** Base class of commands that read the subnet. */
public abstract class SubnetCommand extends EndPortCommand {
    /** The options for reading the subnet. */
    @Mixin
    protected final DiscoveryOptions discovery = new DiscoveryOptions();

    @Override
    protected final MadOptions madOptions(MadOptions defaults) {
        return discovery.over(defaults);
    }
}
