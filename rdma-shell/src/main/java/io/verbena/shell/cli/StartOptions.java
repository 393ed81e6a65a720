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
    private final @Nullable Path script;
    private final boolean keepsGoing;

    StartOptions(CommonOptions common, EndPortOptions endPort) {
        // One file keeps the packets of the console, and no command opens it once more.
        this(common, endPort.withoutPcap(), endPort.pcap, null, false);
    }

    private StartOptions(
            CommonOptions common,
            EndPortOptions endPort,
            @Nullable Path pcap,
            @Nullable Path script,
            boolean keepsGoing) {
        this.common = common;
        this.endPort = endPort;
        this.pcap = pcap;
        this.script = script;
        this.keepsGoing = keepsGoing;
    }

    /** The same; results are printed so, if a format is given. */
    public StartOptions with(@Nullable Format format) {
        if (format == null) {
            return this;
        }
        CommonOptions formatted = new CommonOptions().over(common);
        formatted.format = format;
        return new StartOptions(formatted, endPort, pcap, script, keepsGoing);
    }

    /** The same; keys are never shown. */
    public StartOptions withoutKeys() {
        CommonOptions quiet = new CommonOptions().over(common);
        quiet.showKeys = false;
        return new StartOptions(quiet, endPort, pcap, script, keepsGoing);
    }

    /** The same, to run a file of commands. */
    public StartOptions withScript(Path file, boolean goesOn) {
        return new StartOptions(common, endPort, pcap, file, goesOn);
    }

    /** The file of commands that is to be run in place of what is typed. */
    public Optional<Path> script() {
        return Optional.ofNullable(script);
    }

    /** Whether long output stops at each screenful. */
    public boolean pages() {
        return !common.noPager;
    }

    /** Whether it is run on after a line that failed. */
    public boolean keepsGoing() {
        return keepsGoing;
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
