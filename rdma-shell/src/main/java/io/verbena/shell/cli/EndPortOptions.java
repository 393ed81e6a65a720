package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.iba.Lid;
import io.verbena.mad.MadOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the requests of a command leave, by what, and how long it waits for answers. */
public final class EndPortOptions {
    /** By what datagrams of management leave. */
    public enum Mad {
        /** The interface of the system for them. */
        umad,
        /** Queue pairs of the command itself. */
        verbs
    }

    @Option(names = "--Ca", paramLabel = "DEVICE", description = "The device to use, by name.")
    @Nullable String device;

    @Option(
            names = "--Port",
            paramLabel = "PORT",
            description = "The port to use: a number, DEVICE/PORT, a GID or a port GUID.")
    @Nullable String port;

    @Option(
            names = "--sm_port",
            paramLabel = "LID",
            description = "The LID of the subnet administration; unless given, the one that the port names.")
    @Nullable String smPort;

    @Option(
            names = "--timeout",
            paramLabel = "MS",
            description = "Wait so many milliseconds for each answer; 500 unless given.")
    @Nullable Integer timeoutMillis;

    @Option(
            names = "--m_key",
            paramLabel = "KEY",
            description = "The M_Key of subnet management; what is no number is asked for, and not shown.")
    @Nullable String mKey;

    @Option(
            names = "--sa",
            description = "Read what the subnet administration knows, and send no request of subnet management.")
    boolean sa;

    @Option(
            names = "--mad",
            paramLabel = "WAY",
            description = "By what requests leave: ${COMPLETION-CANDIDATES}; umad unless given.")
    @Nullable Mad mad;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Take defaults from this file of name=value, too: CA, Port, timeout, m_key, sa_key.")
    @Nullable Path config;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description = "Write every packet that is sent and received to FILE, for Wireshark.")
    @Nullable Path pcap;

    /** Whether they say where requests leave. */
    boolean isNamed() {
        return device != null || port != null;
    }

    /** The end port that they name, or the one that is used when they name none. */
    EndPort find(Rdma rdma) {
        if (device != null && port != null) {
            return rdma.endPort(device + "/" + port);
        }
        if (port != null) {
            boolean number = port.matches("[0-9]+");
            return rdma.endPort(number ? rdma.defaultEndPort().device().name() + "/" + port : port);
        }
        return device != null ? rdma.endPort(device) : rdma.defaultEndPort();
    }

    /** Whether records of the subnet administration take the place of requests of subnet management. */
    public boolean sa() {
        return sa;
    }

    /** Where the subnet administration is, if it is said; else {@link Lid#NONE}. */
    Lid subnetManager() {
        if (smPort == null) {
            return Lid.NONE;
        }
        Lid lid = Lid.parse(smPort);
        if (!lid.isUnicast()) {
            throw new IllegalArgumentException("--sm_port: " + smPort + " is not the LID of a port");
        }
        return lid;
    }

    /** Whether requests leave by verbs. */
    boolean byVerbs() {
        return mad == Mad.verbs;
    }

    /** These options with the timeout and the key that were given. */
    MadOptions over(MadOptions defaults) {
        MadOptions options = timeoutMillis == null ? defaults : defaults.withTimeout(Duration.ofMillis(timeoutMillis));
        return mKey == null ? options : options.withKeys(options.keys().withMKey(Keys.read("--m_key", mKey)));
    }

    EndPortOptions withoutPcap() {
        EndPortOptions copy = over(new EndPortOptions());
        copy.pcap = null;
        return copy;
    }

    /** These options, and where they say nothing, those of {@code outer}. */
    EndPortOptions over(EndPortOptions outer) {
        EndPortOptions merged = new EndPortOptions();
        merged.device = device != null ? device : outer.device;
        merged.port = port != null ? port : outer.port;
        merged.smPort = smPort != null ? smPort : outer.smPort;
        merged.timeoutMillis = timeoutMillis != null ? timeoutMillis : outer.timeoutMillis;
        merged.mKey = mKey != null ? mKey : outer.mKey;
        merged.sa = sa || outer.sa;
        merged.mad = mad != null ? mad : outer.mad;
        merged.config = config != null ? config : outer.config;
        merged.pcap = pcap != null ? pcap : outer.pcap;
        return merged;
    }
}
