package io.verbena.shell.command;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadOptions;
import java.util.Optional;

/** What the console was started with; it counts for every command. Immutable. */
public final class StartOptions {
    /** Of who was started with none. */
    static final StartOptions NONE = new StartOptions(new CommonOptions(), new EndPortOptions());

    final CommonOptions common;
    final EndPortOptions endPort;

    private StartOptions(CommonOptions common, EndPortOptions endPort) {
        this.common = common;
        this.endPort = endPort;
    }

    /** Reads them; the launcher has seen to it that they can be read. */
    public static StartOptions parse(String... arguments) {
        VerbenaCommand root = new VerbenaCommand(NONE, null, null, () -> 0);
        VerbenaCommand.commandLine(root).parseArgs(arguments);
        return new StartOptions(root.common, root.endPort);
    }

    /** The fabric, if they name one. */
    public Optional<String> fabric() {
        return Optional.ofNullable(common.fabric);
    }

    /**
     * The end port, if they name one.
     *
     * @throws io.verbena.device.NoSuchDeviceException if it is not there
     */
    public Optional<EndPort> endPort(Rdma rdma) {
        return endPort.isNamed() ? Optional.of(endPort.find(rdma)) : Optional.empty();
    }

    /** How requests are sent: these with what the options say. */
    public MadOptions madOptions(MadOptions defaults) {
        return endPort.over(defaults);
    }
}
