package io.verbena.shell.cli;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line before the name of a command, and the environment in which the command runs. */
public abstract class RootCommand {
    @Mixin
    final CommonOptions common = new CommonOptions();

    @Mixin
    final EndPortOptions endPort = new EndPortOptions();

    @Option(names = "--no-pager", description = "In the console, do not page long output.")
    void noPager(boolean through) {
        common.noPager = through;
    }

    final StartOptions start;

    /** The host of an open fabric; null if each command opens its own. */
    final @Nullable FabricHost host;

    /** The standard input of commands; null if it belongs to the console. */
    final @Nullable InputStream input;

    /** Creates the root command of an existing environment. */
    protected RootCommand(StartOptions start, @Nullable FabricHost host, @Nullable InputStream input) {
        this.start = start;
        this.host = host;
        this.input = input;
    }

    /** Returns the options before the name of the command in the form that starts a console. */
    public final StartOptions asStart() {
        return new StartOptions(common, endPort);
    }
}
