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
 * Properties of RDMA. Unknown properties below {@code rdma} are rejected by {@link PropertyCheck}.
 *
 * @param enabled Whether to enable the RDMA beans.
 * @param fabric Fabric to use.
 * @param endPort End port to use: a device, device/port, a GID or a port GUID (default: the first active end port).
 * @param mad Management datagrams.
 * @param trace Packet capture.
 * @param subnet Reading of the subnet.
 * @param observations Whether to create a Micrometer observation for each management request and for each request of a
 *     client or server.
 * @param showKeys Whether to show keys, such as the M_Key of a port, in endpoints.
 * @param shutdownTimeout Maximum time for servers and clients to finish requests in flight at shutdown, up to 1h.
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
    private static final Duration MAX_SHUTDOWN = Duration.ofHours(1);

    /** Validates the properties. */
    public RdmaProperties {
        if (shutdownTimeout.isNegative() || shutdownTimeout.compareTo(MAX_SHUTDOWN) > 0) {
            throw new IllegalArgumentException(
                    "rdma.shutdown-timeout is " + shutdownTimeout.toMillis() + " ms; it must be from 0 to 1h");
        }
        if (subnet.validation().enabled() && mad.transport() == MadTransport.VERBS) {
            throw new IllegalArgumentException("rdma.subnet.validation.enabled is true, but rdma.mad.transport=verbs"
                    + " excludes the subnet management that the checks need; set rdma.mad.transport=umad");
        }
        if (endPort != null && endPort.isBlank()) {
            throw new IllegalArgumentException(
                    "rdma.end-port is empty; set it to an end port, such as mlx5_0/1, or remove it to use the first active one");
        }
    }

    /**
     * Selects the fabric.
     *
     * @param type Type of the fabric.
     * @param topology Topology of the embedded fabric: two-node, fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF,
     *     fat-tree3:RADIX, dragonfly:GROUPS,SPINES,LEAVES,HOSTS_PER_LEAF, torus:SIDE,SIDE,HOSTS_PER_SWITCH,
     *     hypercube:DIMENSIONS,HOSTS_PER_SWITCH, or a file as a path, file: or classpath: location. @NAME after it
     *     selects the host.
     * @param servicePort UDP port of the loopback interface at which programs in C use the embedded fabric, from 0 to
     *     65535 (default: none). 0 selects a free port.
     */
    public record Fabric(
            @DefaultValue("native") FabricType type,
            @Nullable String topology,
            @Nullable Integer servicePort) {
        private static final int MAX_PORT = 65_535;

        /** Validates the topology and the port. */
        public Fabric {
            if (type == FabricType.NATIVE && servicePort != null) {
                throw new IllegalArgumentException("rdma.fabric.service-port is " + servicePort
                        + ", but only the embedded fabric can be served;"
                        + " set rdma.fabric.type=embedded or remove the port");
            }
            if (servicePort != null && (servicePort < 0 || servicePort > MAX_PORT)) {
                throw new IllegalArgumentException(
                        "rdma.fabric.service-port is " + servicePort + "; it must be from 0 to " + MAX_PORT);
            }
            if (type == FabricType.NATIVE && topology != null && !topology.isEmpty()) {
                throw new IllegalArgumentException(
                        "rdma.fabric.topology is '" + topology
                                + "', but only the embedded fabric has a topology; set rdma.fabric.type=embedded or remove the topology");
            }
        }
    }

    /**
     * Properties of management datagrams.
     *
     * @param outstanding Maximum number of requests in flight per port, from 1 to 4096.
     * @param timeout Timeout of one attempt, from 1ms to 1h. With the default value, an agent that announces its
     *     response time gets that time.
     * @param retries Number of attempts after the first, from 0 to 1000.
     * @param transport Transport: umad, the interface of the kernel, or verbs, which requires no access to umad but
     *     excludes subnet management.
     * @param mKey M_Key for subnet management, 0x and hexadecimal digits (default: none). It is never shown.
     * @param smKey SM_Key that makes the application a trusted client of the subnet administration, 0x and hexadecimal
     *     digits (default: none). It is never shown.
     */
    public record Mad(
            @DefaultValue("64") int outstanding,
            @DefaultValue("500ms") Duration timeout,
            @DefaultValue("2") int retries,
            @DefaultValue("umad") MadTransport transport,
            @Nullable ManagementKey mKey,
            @Nullable ManagementKey smKey) {

        /** Validates the numbers and the keys. */
        public Mad {
            require("m-key", mKey);
            require("sm-key", smKey);
            try {
                options(timeout, retries, outstanding);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("rdma.mad: " + e.getMessage(), e);
            }
        }

        /** Returns these properties as options for {@link io.verbena.Rdma}. */
        public MadOptions options() {
            return options(timeout, retries, outstanding)
                    .withKeys(MadKeys.NONE.withMKey(bits(mKey)).withSmKey(bits(smKey)));
        }

        private static long bits(@Nullable ManagementKey key) {
            return key == null ? 0 : key.bits();
        }

        private static void require(String property, @Nullable ManagementKey key) {
            if (key != null && !key.isValid()) {
                throw new IllegalArgumentException("rdma.mad." + property
                        + " is not a 64-bit number; write 0x and up to 16 hexadecimal digits (the value is not shown)");
            }
        }

        private static MadOptions options(Duration timeout, int retries, int outstanding) {
            MadOptions options = new MadOptions(timeout, retries, outstanding);
            // The default value behaves as if it were not set.
            return timeout.equals(MadOptions.DEFAULTS.timeout()) ? options.withResponseTimes() : options;
        }
    }

    /**
     * Properties of the packet capture.
     *
     * @param pcap Capture file for every packet, in the format of Wireshark (default: none).
     * @param maxSize Maximum size of the capture file, from 4KB (default: unlimited). The oldest packets are dropped
     *     first.
     */
    public record Trace(@Nullable String pcap, @Nullable DataSize maxSize) {

        /** Validates the file name and the size. */
        public Trace {
            if (pcap != null && pcap.isBlank()) {
                throw new IllegalArgumentException(
                        "rdma.trace.pcap is empty; set it to a file, such as fabric.pcap, or remove it");
            }
            if (maxSize != null && maxSize.toBytes() < PcapFile.MIN_LIMIT) {
                throw new IllegalArgumentException("rdma.trace.max-size is " + maxSize
                        + ", which is too small for a packet; it must be at least 4KB");
            }
        }

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

    /** The type of the fabric that an application uses. */
    public enum FabricType {
        /** The devices of this host. */
        NATIVE,
        /** A fabric inside the JVM. */
        EMBEDDED
    }

    /** The transport for management datagrams. */
    public enum MadTransport {
        /** The umad interface of the kernel. It requires access to its device files. */
        UMAD,
        /** Queue pairs of the application. They require only a device with verbs, and exclude subnet management. */
        VERBS
    }
}
