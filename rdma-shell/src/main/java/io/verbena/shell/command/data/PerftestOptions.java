package io.verbena.shell.command.data;

import io.verbena.hca.LinkLayer;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.view.PerftestView.Output;
import io.verbena.traffic.measure.MeasureCourse;
import io.verbena.traffic.measure.MeasureOptions;
import io.verbena.traffic.measure.MeasurePath;
import io.verbena.traffic.measure.MeasurePlan;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasureResources;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the programs of perftest in groups, each of which several programs share. */
final class PerftestOptions {
    private PerftestOptions() {}

    static final class Ignored {
        @Option(
                names = {"-F", "--CPU-freq", "--use_old_post_send", "--disable_pcie_relaxed"},
                description = "Accepted for compatibility; has no effect.")
        boolean any;
    }

    static final class InlineSize {
        @Option(
                names = {"-I", "--inline_size"},
                paramLabel = "BYTES",
                description = "Send messages of up to this size in bytes inline (default: 0).")
        int bytes;
    }

    static final class ReceiveDepth {
        @Option(
                names = {"-r", "--rx-depth"},
                paramLabel = "N",
                description = "Depth of the receive queue (default: 512).")
        int receives = MeasureOptions.DEFAULTS.receives();

        int value() {
            return Numbers.within("--rx-depth", receives, 1, MeasurePlan.MAX_DEPTH);
        }
    }

    /** The options for how packets reach the peer. */
    static final class PathOptions {
        private static final int HOP_LIMIT = 64;

        @Option(
                names = "--pkey_index",
                paramLabel = "INDEX",
                description = "Index of the P_Key of the queue pairs (default: 0); the RDMA CM chooses it with -R.")
        int partitionKeyIndex;

        @Option(
                names = "--dlid",
                paramLabel = "LID",
                description = "LID to which packets are sent (default: that of the peer).")
        String destination = "0";

        @Option(
                names = "--tclass",
                paramLabel = "CLASS",
                description = "Traffic class of packets with a global route header (default: 0).")
        int trafficClass;

        @Option(
                names = {"-u", "--qp-timeout"},
                paramLabel = "N",
                description = "Timeout of an acknowledgement, 4.096 us * 2^N; 0 for none (default: 14).")
        int timeout = 14;

        @Option(
                names = "--retry_count",
                paramLabel = "N",
                description = "Number of retries of connections of the RDMA CM, 0 to 7 (default: 7).")
        int retries = 7;

        @Option(
                names = {"-T", "--tos"},
                paramLabel = "VALUE",
                description = "Type of service of queue pairs that the RDMA CM connects (default: that of the system).")
        @Nullable Integer typeOfService;

        @Option(
                names = {"-L", "--hop_limit"},
                paramLabel = "N",
                description = "Accepted for compatibility; only Ethernet frames have another hop limit than 64.")
        int hopLimit = HOP_LIMIT;

        @Option(
                names = "--source_ip",
                paramLabel = "ADDRESS",
                description = "Local address for the exchange of parameters and for -R (default: any).")
        @Nullable String source;

        @Option(names = "--ipv6", description = "Prefer a GID of an IPv6 address (default: of an IPv4 address).")
        boolean ipv6;

        @Option(
                names = "--force-link",
                paramLabel = "TYPE",
                description =
                        "Link layer that determines whether packets have a GID: IB or Ethernet (default: that of the port).")
        @Nullable String link;

        MeasurePath path(boolean connectsByCm) {
            if (typeOfService != null && !connectsByCm) {
                throw new IllegalArgumentException("--tos: only the RDMA CM sets the type of service; add --rdma_cm");
            }
            if (hopLimit != HOP_LIMIT) {
                throw new IllegalArgumentException("--hop_limit: " + hopLimit
                        + " is out of range; expected 64, because only Ethernet frames have another hop limit, see"
                        + " raw_ethernet_bw");
            }
            MeasurePath defaults = MeasurePath.DEFAULTS;
            return new MeasurePath(
                    Numbers.within("--pkey_index", partitionKeyIndex, 0, 65535),
                    Lid.of((int) Numbers.parse("--dlid", destination, Short.SIZE)),
                    Numbers.within("--tclass", trafficClass, 0, 255),
                    defaults.rate(),
                    Numbers.within("--qp-timeout", timeout, 0, 31),
                    Numbers.within("--retry_count", retries, 0, 7),
                    typeOfService == null ? defaults.typeOfService() : Numbers.within("--tos", typeOfService, 0, 255),
                    source(),
                    linkLayer());
        }

        @Nullable InetAddress source() {
            return source == null ? null : RawFrameOptions.address("--source_ip", source);
        }

        private @Nullable LinkLayer linkLayer() {
            if (link == null || link.equalsIgnoreCase("IB")) {
                return link == null ? null : LinkLayer.INFINIBAND;
            }
            return MeasuringCommand.named(
                    "--force-link", link, new LinkLayer[] {LinkLayer.INFINIBAND, LinkLayer.ETHERNET}, LinkLayer::text);
        }

        /** Returns the index of the GID; {@code given} is that of the command line, or -1. */
        int gidIndex(int given, boolean toGroup) {
            if (given >= 0) {
                return given;
            }
            // A multicast group has an IPv6 address.
            return ipv6 || toGroup ? MeasureOptions.GID_OF_IPV6 : MeasureOptions.GID_OF_IPV4;
        }
    }

    /** The options for the memory of messages. */
    static final class MemoryOptions {
        @Option(
                names = "--use_hugepages",
                description = "Use huge pages for the messages; fails if the system has too few of them.")
        boolean hugePages;

        @Option(names = "--odp", description = "Let the device page the memory of messages on demand; not with UC.")
        boolean onDemand;

        @Option(names = "--mmap", paramLabel = "FILE", description = "Map this file as the memory of messages.")
        @Nullable Path file;

        @Option(
                names = "--mmap-offset",
                paramLabel = "BYTES",
                description = "Offset of the memory in the file (default: 0).")
        long offset;

        MeasureResources resources(boolean pageable) {
            if (onDemand && !pageable) {
                throw new IllegalArgumentException(
                        "--odp: neither atomics nor unreliable connections use memory that is paged on demand;"
                                + " remove --odp");
            }
            if (file != null && hugePages) {
                throw new IllegalArgumentException("--mmap and --use_hugepages are mutually exclusive");
            }
            if (offset < 0) {
                throw new IllegalArgumentException("--mmap-offset: " + offset + " is out of range; expected 0 or more");
            }
            MeasureResources defaults = MeasureResources.DEFAULTS;
            return new MeasureResources(
                    false, defaults.receiveBatch(), 0, 0, hugePages, onDemand, false, file, offset, defaults.delay());
        }
    }

    /** The options for what is measured and shown. */
    static final class ReportOptions {
        @Option(
                names = {"-f", "--margin"},
                paramLabel = "TIME",
                description =
                        "Time at both ends of --duration that is not measured (default: a quarter, in whole seconds).")
        @Nullable String margin;

        @Option(names = "--cpu_util", description = "Also show the use of the processors; requires --duration.")
        boolean processor;

        @Option(
                names = {"-W", "--report-counters"},
                paramLabel = "NAME",
                split = ",",
                description = "Also show how these counters of the port changed, for example counters/symbol_error.")
        List<String> counters = List.of();

        @Option(
                names = "--output",
                paramLabel = "QUANTITY",
                description = "Show one number only: bandwidth or message_rate; latency in latency tests.")
        @Nullable String output;

        @Option(
                names = "--dont_xchg_versions",
                description = "Do not exchange versions and MTUs; give this option to both sides or to neither.")
        boolean keepsVersions;

        @Option(
                names = "--perform_warm_up",
                description = "Transfer some messages before the measurement, except for sends and latencies.")
        boolean warmsUp;

        MeasureCourse course(Duration duration, Supplier<Map<String, Long>> reader) {
            if (processor && duration.isZero()) {
                throw new IllegalArgumentException("--cpu_util: the use of processors requires --duration; add it");
            }
            MeasureCourse course = MeasureCourse.DEFAULTS
                    .agreement(false, !keepsVersions, false)
                    .warmsUp(warmsUp)
                    .margin(margin(duration))
                    .readsProcessors(processor);
            if (counters.isEmpty()) {
                return course;
            }
            counters(reader.get());
            return course.counters(() -> counters(reader.get()));
        }

        private Duration margin(Duration duration) {
            if (margin == null) {
                return Duration.ofSeconds(duration.toSeconds() / 4);
            }
            Duration time = MeasuringCommand.time("--margin", margin);
            if (!duration.isZero() && time.multipliedBy(2).compareTo(duration) >= 0) {
                throw new IllegalArgumentException(
                        "--margin: '" + margin + "' is out of range; expected less than half of --duration");
            }
            return time;
        }

        /** Returns the counters in the form of {@code --report-counters}, whose directories the names do not need. */
        private Map<String, Long> counters(Map<String, Long> known) {
            Map<String, Long> values = new LinkedHashMap<>();
            for (String name : counters) {
                Long value = known.get(name.substring(name.lastIndexOf('/') + 1));
                if (value == null) {
                    throw new IllegalArgumentException("--report-counters: the port has no counter '" + name
                            + "'; it has " + (known.isEmpty() ? "none" : String.join(", ", known.keySet())));
                }
                values.put(name, value);
            }
            return values;
        }

        Output output(Output... possible) {
            return output == null ? Output.ALL : MeasuringCommand.named("--output", output, possible, Output::text);
        }
    }

    /** The options of sends to a multicast group. */
    static final class MulticastOptions {
        private static final Gid GROUP = Gid.parse("ff01:0:2:c985::");
        private static final int GID_BYTES = 16;

        @Option(
                names = {"-g", "--mcg"},
                description =
                        "Send datagrams to a multicast group, to which one queue pair is attached; implies -c UD.")
        boolean group;

        @Option(
                names = {"-M", "--MGID"},
                paramLabel = "MGID",
                description =
                        "GID of the group, also as 16 numbers separated by colons (default: ff01:0:2:c985::, and for the"
                                + " client of ib_send_lat ff01:0:2:c985::1).")
        @Nullable String groupId;

        /** Returns the group at which a side receives; null if datagrams are sent to its queue pair. */
        @Nullable Gid group(boolean sending, PerftestCommand command) {
            if (!group) {
                return null;
            }
            if (command.program().queuePairs() > 1 || command.program().bothWays() || command.isByCm()) {
                throw new IllegalArgumentException(
                        "--mcg: one queue pair sends to a group, in one direction and without the RDMA CM; remove --qp,"
                                + " --dualport, --bidirectional, --rdma_cm and --com_rdma_cm");
            }
            if (groupId == null) {
                return sending ? new Gid(GROUP.prefix(), 1) : GROUP;
            }
            Gid given = groupId.chars().filter(sign -> sign == ':').count() == GID_BYTES - 1
                    ? bytes(groupId)
                    : Gid.parse(groupId);
            if (!given.isMulticast()) {
                throw new IllegalArgumentException(
                        "--MGID: '" + groupId + "' is not a multicast GID; expected for example ff01:0:2:c985::");
            }
            return given;
        }

        private static Gid bytes(String text) {
            ByteBuffer gid = ByteBuffer.allocate(GID_BYTES);
            for (String number : text.split(":", -1)) {
                gid.put((byte) Numbers.parse("--MGID", number, Byte.SIZE));
            }
            return new Gid(gid.getLong(0), gid.getLong(Long.BYTES));
        }
    }

    static final class Sizes {
        private static final int DATAGRAM = 1024;

        @Option(
                names = {"-s", "--size"},
                paramLabel = "BYTES",
                description =
                        "Message size in bytes, or with K or M in KiB or MiB (default: 65536 for bandwidth, of datagrams"
                                + " 1024; 2 for latency).")
        @Nullable String size;

        @Option(
                names = {"-a", "--all"},
                description = "Measure all powers of two from 2 to 8388608, of datagrams to the MTU.")
        boolean all;

        List<Integer> sizes(Operation operation, int otherwise, PerftestCommand command) {
            List<Integer> given = size == null ? null : List.of(bytes(size));
            if (!command.isToGroup() && !command.service.equalsIgnoreCase(QueuePairType.UD.text())) {
                return MeasuringCommand.sizes(operation, given, all, otherwise);
            }
            int most = Integer.parseInt(command.mtu().text());
            return MeasuringCommand.sizes(operation, given, all, Math.min(otherwise, DATAGRAM)).stream()
                    .filter(bytes -> !all || bytes <= most)
                    .toList();
        }

        private static int bytes(String text) {
            boolean scaled = text.endsWith("K") || text.endsWith("M");
            long number = Numbers.parse("--size", scaled ? text.substring(0, text.length() - 1) : text, Integer.SIZE);
            long bytes = scaled ? number << (text.endsWith("M") ? 20 : 10) : number;
            return (int) Math.min(bytes, Integer.MAX_VALUE);
        }
    }

    static final class Outstanding {
        @Option(
                names = {"-o", "--outs"},
                paramLabel = "N",
                description = "Number of reads or atomics in flight on a queue pair (default: 16, or the maximum of the"
                        + " device).")
        int reads;
    }

    /** The option of the programs that measure atomic operations. */
    static final class AtomicType {
        @Option(
                names = {"-A", "--atomic_type"},
                paramLabel = "TYPE",
                description = "Operation: FETCH_AND_ADD or CMP_AND_SWAP (default: FETCH_AND_ADD).")
        String name = "FETCH_AND_ADD";

        Operation operation() {
            return switch (name) {
                case "FETCH_AND_ADD" -> Operation.FETCH_AND_ADD;
                case "CMP_AND_SWAP" -> Operation.COMPARE_AND_SWAP;
                default ->
                    throw new IllegalArgumentException(
                            "--atomic_type: '" + name + "' is invalid; expected one of FETCH_AND_ADD, CMP_AND_SWAP");
            };
        }
    }
}
