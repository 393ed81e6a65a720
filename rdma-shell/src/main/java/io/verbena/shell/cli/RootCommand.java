package io.verbena.shell.cli;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What stands before the name of a command, and what the command runs in. */
public abstract class RootCommand {
    @Mixin
    final CommonOptions common = new CommonOptions();

    @Mixin
    final EndPortOptions endPort = new EndPortOptions();

    @Option(
            names = "--no-pager",
            description = "In the console, let output that is longer than the screen run through.")
    void noPager(boolean through) {
        common.noPager = through;
    }

    /** What the console was started with. */
    final StartOptions start;

    /** Who has a fabric open already; null where each command opens its own. */
    final @Nullable FabricHost host;

    /** What a command may read; null where it belongs to the console. */
    final @Nullable InputStream input;

    /** A root within what is there already. */
    protected RootCommand(StartOptions start, @Nullable FabricHost host, @Nullable InputStream input) {
        this.start = start;
        this.host = host;
        this.input = input;
    }

    /** What was written before the name of a command, as that which a console is started with. */
    public final StartOptions asStart() {
        return new StartOptions(common, endPort);
    }
}
