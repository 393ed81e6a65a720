package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.EndPort;
import io.verbena.iba.Lid;
import io.verbena.mad.MadOptions;
import io.verbena.path.IbPath;
import io.verbena.sa.SaOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select the end port and the interface for requests, and their timeout. */
public final class EndPortOptions {
    /** The interface that sends management datagrams. */
    public enum Mad {
        /** The umad interface of the kernel. */
        umad,
        /** Queue pairs of the command. */
        verbs
    }

    @Option(names = "--Ca", paramLabel = "DEVICE", description = "Name of the device to use.")
    @Nullable String device;

    @Option(
            names = "--Port",
            paramLabel = "PORT",
            description = "Port to use: a number, DEVICE/PORT, a GID or a port GUID.")
    @Nullable String port;

    @Option(
            names = "--sm_port",
            paramLabel = "LID",
            description = "LID of the subnet administration (default: the SM LID of the port).")
    @Nullable String smPort;

    @Option(
            names = "--timeout",
            paramLabel = "MS",
            description = "Timeout of each request in milliseconds (default: 500).")
    @Nullable Integer timeoutMillis;

    @Option(
            names = "--m_key",
            paramLabel = "KEY",
            description = "M_Key for subnet management; prompts for the key if KEY is not a number.")
    @Nullable String mKey;

    @Option(
            names = "--pkey-idx",
            paramLabel = "INDEX",
            description =
                    "Index of the P_Key of requests to the subnet administration and other general services (default: 0).")
    @Nullable Integer partitionIndex;

    @Option(
            names = "--sa",
            description = "Query the subnet administration instead of sending requests of subnet management.")
    boolean sa;

    @Option(
            names = "--mad",
            paramLabel = "WAY",
            description = "Interface that sends requests: ${COMPLETION-CANDIDATES} (default: umad).")
    @Nullable Mad mad;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read more defaults from this file of NAME=VALUE lines: CA, Port, timeout, m_key, sa_key.")
    @Nullable Path config;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description = "Write all packets sent and received to FILE in pcap format.")
    @Nullable Path pcap;

    /** The position of the device, from 1; no option of its own, but of the programs of ibutils. */
    private @Nullable Integer position;

    /** Returns these options with a device by its position, from 1, and a port by its number. */
    EndPortOptions at(@Nullable Integer devicePosition, @Nullable Integer portNumber) {
        if (devicePosition == null && portNumber == null) {
            return this;
        }
        EndPortOptions copy = over(new EndPortOptions());
        copy.position = devicePosition;
        copy.port = portNumber == null ? port : String.valueOf(portNumber);
        return copy;
    }

    boolean isNamed() {
        return device != null || port != null || position != null;
    }

    /** Returns the selected end port, or the default end port. */
    EndPort find(Rdma rdma) {
        if (position != null) {
            List<Device> devices = rdma.devices();
            if (position < 1 || position > devices.size()) {
                throw new IllegalArgumentException(
                        "device " + position + " does not exist; the fabric has " + devices.size());
            }
            String name = devices.get(position - 1).name();
            return rdma.endPort(port == null ? name : name + "/" + port);
        }
        if (device != null && port != null) {
            return rdma.endPort(device + "/" + port);
        }
        if (port != null) {
            boolean number = port.matches("[0-9]+");
            return rdma.endPort(number ? rdma.defaultEndPort().device().name() + "/" + port : port);
        }
        return device != null ? rdma.endPort(device) : rdma.defaultEndPort();
    }

    /** Returns whether queries of the subnet administration replace requests of subnet management. */
    public boolean sa() {
        return sa;
    }

    /** Returns the LID of the subnet administration, or {@link Lid#NONE} if it was not given. */
    Lid subnetManager() {
        if (smPort == null) {
            return Lid.NONE;
        }
        Lid lid = Lid.parse(smPort);
        if (!lid.isUnicast()) {
            throw new IllegalArgumentException("--sm_port: " + smPort + " is not a unicast LID");
        }
        return lid;
    }

    /** Returns the options of a client of the subnet administration; empty if no option asks for others than the defaults. */
    Optional<SaOptions> administration() {
        Lid lid = subnetManager();
        if (lid.equals(Lid.NONE) && partitionIndex == null) {
            return Optional.empty();
        }
        SaOptions wanted = SaOptions.DEFAULTS.withSubnetManager(lid);
        return Optional.of(partitionIndex == null ? wanted : wanted.withPartitionIndex(partitionIndex));
    }

    IbPath inPartition(IbPath path, EndPort from) {
        if (partitionIndex == null) {
            return path;
        }
        List<Integer> keys = from.attributes().pKeys();
        if (partitionIndex < 0 || partitionIndex >= keys.size()) {
            throw new IllegalArgumentException("--pkey-idx: end port " + from + " has no P_Key with index "
                    + partitionIndex + "; its table has " + keys.size() + " entries");
        }
        return path.withPKey(keys.get(partitionIndex));
    }

    boolean byVerbs() {
        return mad == Mad.verbs;
    }

    MadOptions over(MadOptions defaults) {
        MadOptions options = timeoutMillis == null ? defaults : defaults.withTimeout(Duration.ofMillis(timeoutMillis));
        return mKey == null ? options : options.withKeys(options.keys().withMKey(Numbers.key("--m_key", mKey)));
    }

    EndPortOptions withoutPcap() {
        EndPortOptions copy = over(new EndPortOptions());
        copy.pcap = null;
        return copy;
    }

    /** Returns these options, with the values of {@code outer} for those that were not given. */
    EndPortOptions over(EndPortOptions outer) {
        EndPortOptions merged = new EndPortOptions();
        merged.device = device != null ? device : outer.device;
        merged.port = port != null ? port : outer.port;
        merged.position = position != null ? position : outer.position;
        merged.smPort = smPort != null ? smPort : outer.smPort;
        merged.timeoutMillis = timeoutMillis != null ? timeoutMillis : outer.timeoutMillis;
        merged.mKey = mKey != null ? mKey : outer.mKey;
        merged.partitionIndex = partitionIndex != null ? partitionIndex : outer.partitionIndex;
        merged.sa = sa || outer.sa;
        merged.mad = mad != null ? mad : outer.mad;
        merged.config = config != null ? config : outer.config;
        merged.pcap = pcap != null ? pcap : outer.pcap;
        return merged;
    }
}
