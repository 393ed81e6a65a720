package io.verbena.shell.cli;

/** What commands have in common that run others: one fabric for all of them. */
public abstract class CompoundCommand extends PrintingCommand {

    /**
     * Runs others.
     *
     * @param host what they run in: the console's fabric, or one that is open until this returns
     * @param start what was said before and behind the name of this command
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
