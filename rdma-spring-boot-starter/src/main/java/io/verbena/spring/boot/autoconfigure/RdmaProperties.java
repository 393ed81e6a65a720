package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.RdmaException;
import io.verbena.mad.MadKeys;
import io.verbena.mad.MadOptions;
import io.verbena.trace.PcapFile;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an application says of RDMA in its configuration. What it says below {@code rdma} and nobody knows is an error: a
 * mistyped {@code rdma.fabric.type} must not end on the wrong fabric.
 *
 * @param enabled Whether to have any of the beans of RDMA.
 * @param fabric Which fabric to use.
 * @param endPort End port to use: a device, device/port, a GID or a port GUID. The first active one if not set.
 * @param mad How management datagrams are sent.
 * @param trace What is kept of the packets that are sent and received.
 * @param subnet How the subnet is watched.
 * @param observations Whether each request, of management or of a client or server, is a Micrometer observation.
 * @param showKeys Whether keys, such as the M_Key of a port, are shown where others can see them.
 * @param shutdownTimeout How long servers and clients may take to finish what is under way when the application ends, up to
 *     1h.
 */
@ConfigurationProperties(prefix = "rdma")
public record RdmaProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Fabric fabric,
        @Nullable String endPort,
        @DefaultValue Mad mad,
        @DefaultValue Trace trace,
        @NestedConfigurationProperty @DefaultValue SubnetProperties subnet,
        @DefaultValue("false") boolean observations,
        @DefaultValue("false") boolean showKeys,
        @DefaultValue("10s") Duration shutdownTimeout) {
    private static final Duration LONGEST_SHUTDOWN = Duration.ofHours(1);

    /** Refuses what cannot work. */
    public RdmaProperties {
        if (shutdownTimeout.isNegative() || shutdownTimeout.compareTo(LONGEST_SHUTDOWN) > 0) {
            throw new IllegalArgumentException(
                    "rdma.shutdown-timeout is " + shutdownTimeout.toMillis() + " ms; give 0 to 1 hour");
        }
        if (endPort != null && endPort.isBlank()) {
            throw new IllegalArgumentException(
                    "rdma.end-port is empty; name an end port, such as mlx5_0/1, or remove it to use the first active one");
        }
    }

    /**
     * Which fabric.
     *
     * @param type Where the devices are.
     * @param topology Topology of the embedded fabric: two-node, fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF, fat-tree3:RADIX,
     *     or a net file as a path, file: or classpath: location; @NAME behind it is the host to look from.
     */
    public record Fabric(
            @DefaultValue("native") FabricType type,
            @Nullable String topology) {

        /** Refuses what cannot work. */
        public Fabric {
            if (type == FabricType.NATIVE && topology != null && !topology.isEmpty()) {
                throw new IllegalArgumentException("rdma.fabric.topology is '" + topology
                        + "', but only the embedded fabric has one; set rdma.fabric.type=embedded, too, or remove it");
            }
        }
    }

    /**
     * How management datagrams are sent.
     *
     * @param outstanding Number of requests that may be under way at once on a port, from 1 to 4096.
     * @param timeout How long to wait for an answer to one try, from 1ms to 1h. With the default, an agent that has told its
     *     response time is given that.
     * @param retries How often to try again after the first time, from 0 to 1000.
     * @param transport By what they leave: the system's interface for them, or verbs, which needs no right to it but carries
     *     no subnet management.
     * @param mKey M_Key of subnet management, as 0x and hexadecimal digits; never shown. None if not set.
     * @param smKey SM_Key that makes this a trusted client of the subnet administration; never shown. None if not set.
     */
    public record Mad(
            @DefaultValue("64") int outstanding,
            @DefaultValue("500ms") Duration timeout,
            @DefaultValue("2") int retries,
            @DefaultValue("umad") MadTransport transport,
            @Nullable ManagementKey mKey,
            @Nullable ManagementKey smKey) {

        /** Refuses what cannot work. */
        public Mad {
            require("m-key", mKey);
            require("sm-key", smKey);
            try {
                options(timeout, retries, outstanding);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("rdma.mad: " + e.getMessage(), e);
            }
        }

        /** The same for an {@link io.verbena.Rdma}. */
        public MadOptions options() {
            return options(timeout, retries, outstanding)
                    .withKeys(MadKeys.NONE.withMKey(bits(mKey)).withSmKey(bits(smKey)));
        }

        private static long bits(@Nullable ManagementKey key) {
            return key == null ? 0 : key.bits();
        }

        private static void require(String property, @Nullable ManagementKey key) {
            if (key != null && !key.isValid()) {
                throw new IllegalArgumentException(
                        "rdma.mad." + property
                                + " is not a number of 64 bits; write 0x and up to 16 hexadecimal digits (what it is stays hidden)");
            }
        }

        private static MadOptions options(Duration timeout, int retries, int outstanding) {
            MadOptions options = new MadOptions(timeout, retries, outstanding);
            // The default is the same whether it is written out or not.
            return timeout.equals(MadOptions.DEFAULTS.timeout()) ? options.withResponseTimes() : options;
        }
    }

    /**
     * What is kept of the packets that are sent and received.
     *
     * @param pcap File to write every packet to, for Wireshark. None is written if not set.
     * @param maxSize How large the trace gets, from 4KB; the oldest packets go first. Without a limit if not set.
     */
    public record Trace(@Nullable String pcap, @Nullable DataSize maxSize) {

        /** Refuses what cannot work. */
        public Trace {
            if (pcap != null && pcap.isBlank()) {
                throw new IllegalArgumentException(
                        "rdma.trace.pcap is empty; name a file, such as fabric.pcap, or remove it to write none");
            }
            if (maxSize != null && maxSize.toBytes() < PcapFile.SMALLEST_LIMIT) {
                throw new IllegalArgumentException(
                        "rdma.trace.max-size is " + maxSize + ", which holds nothing; allow it 4KB or more");
            }
        }

        /** The file, open; null if there is none. */
        @Nullable PcapFile open() {
            if (pcap == null) {
                return null;
            }
            try {
                Path file = Path.of(pcap);
                return maxSize == null ? PcapFile.open(file) : PcapFile.open(file, maxSize.toBytes());
            } catch (RdmaException e) {
                throw e.during("rdma.trace.pcap");
            }
        }
    }
}
