package io.verbena.shell.cli;

/** Base class of commands that run other commands on one fabric. */
public abstract class CompoundCommand extends PrintingCommand {

    /**
     * Runs the other commands.
     *
     * @param host the fabric of the console, or one that stays open until this method returns
     * @param start the common options that were given before and after the name of this command
     */
    protected abstract Integer run(FabricHost host, StartOptions start) throws Exception;

    @Override
    public final Integer call() throws Exception {
        EndPortOptions endPort = parent.endPort.over(parent.start.endPort);
        StartOptions start = new StartOptions(options(), endPort);
        if (parent.host != null) {
            return run(parent.host, start);
        }
        String named = options().fabric();
        try (OpenFabric own = new OpenFabric(named == null ? "native" : named, endPort)) {
            return run(own, start);
        }
    }
}
