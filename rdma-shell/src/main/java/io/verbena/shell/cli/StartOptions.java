package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadOptions;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the console was started with; it counts for every command. Immutable. */
public final class StartOptions {
    /** Of who was started with none. */
    public static final StartOptions NONE = new StartOptions(new CommonOptions(), new EndPortOptions());

    final CommonOptions common;
    final EndPortOptions endPort;
    private final @Nullable Path pcap;

    StartOptions(CommonOptions common, EndPortOptions endPort) {
        this.common = common;
        // One file keeps the packets of the console, and no command opens it once more.
        this.pcap = endPort.pcap;
        this.endPort = endPort.withoutPcap();
    }

    /** The fabric, if they name one. */
    public Optional<String> fabric() {
        return Optional.ofNullable(common.fabric);
    }

    /** The file for all packets, if they name one. */
    public Optional<Path> pcap() {
        return Optional.ofNullable(pcap);
    }

    /** Whether the packets of every command go into this file anyway. */
    boolean keeps(@Nullable Path file) {
        return file != null
                && pcap != null
                && file.toAbsolutePath()
                        .normalize()
                        .equals(pcap.toAbsolutePath().normalize());
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
