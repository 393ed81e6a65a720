package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.CommonOptions.Format;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options that a console was started with, which apply to all its commands. Immutable. */
public final class StartOptions {
    /** No options. */
    public static final StartOptions NONE = new StartOptions(new CommonOptions(), new EndPortOptions());

    final CommonOptions common;
    final EndPortOptions endPort;
    private final @Nullable Path pcap;
    private final @Nullable Path script;
    private final boolean keepsGoing;

    StartOptions(CommonOptions common, EndPortOptions endPort) {
        // The capture of the console contains the packets of all commands; no command opens the file again.
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

    /** Returns these options with an output format; null leaves the format unchanged. */
    public StartOptions with(@Nullable Format format) {
        if (format == null) {
            return this;
        }
        CommonOptions formatted = new CommonOptions().over(common);
        formatted.format = format;
        return new StartOptions(formatted, endPort, pcap, script, keepsGoing);
    }

    /** Returns these options with all keys hidden. */
    public StartOptions withoutKeys() {
        CommonOptions quiet = new CommonOptions().over(common);
        quiet.showKeys = false;
        return new StartOptions(quiet, endPort, pcap, script, keepsGoing);
    }

    /** Returns these options with a script to run. */
    public StartOptions withScript(Path file, boolean goesOn) {
        return new StartOptions(common, endPort, pcap, file, goesOn);
    }

    /** Returns the script to run instead of reading commands. */
    public Optional<Path> script() {
        return Optional.ofNullable(script);
    }

    /** Returns whether long output is paged. */
    public boolean pages() {
        return !common.noPager;
    }

    /** Returns whether a script continues after a command that failed. */
    public boolean keepsGoing() {
        return keepsGoing;
    }

    /** Returns the name of the fabric, if one was given. */
    public Optional<String> fabric() {
        return Optional.ofNullable(common.fabric);
    }

    /** Returns the packet capture file, if one was given. */
    public Optional<Path> pcap() {
        return Optional.ofNullable(pcap);
    }

    boolean keeps(@Nullable Path file) {
        return file != null
                && pcap != null
                && file.toAbsolutePath()
                        .normalize()
                        .equals(pcap.toAbsolutePath().normalize());
    }

    /**
     * Returns the selected end port, if any.
     *
     * @throws io.verbena.device.NoSuchDeviceException if it does not exist
     */
    public Optional<EndPort> endPort(Rdma rdma) {
        return endPort.isNamed() ? Optional.of(endPort.find(rdma)) : Optional.empty();
    }

    /** Returns the MAD options with the timeout and keys that were given. */
    public MadOptions madOptions(MadOptions defaults) {
        return endPort.over(defaults);
    }
}
