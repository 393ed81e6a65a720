package io.verbena.spring.boot.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All meters: their names, what they count, and by which tags they are told apart. {@code docs/meters.md} is made of this. */
public enum RdmaMeter implements MeterDocumentation {
    PORT_ERRORS(
            "rdma.port.errors",
            Meter.Type.COUNTER,
            null,
            "Errors of a port of the subnet",
            Tag.COUNTER,
            Tag.NODE,
            Tag.DESCRIPTION,
            Tag.PORT,
            Tag.DEVICE),
    PORT_TRANSMIT_WAIT(
            "rdma.port.transmit.wait",
            Meter.Type.COUNTER,
            "ticks",
            "Ticks for which a port of the subnet had something to send and could not",
            Tag.NODE,
            Tag.DESCRIPTION,
            Tag.PORT,
            Tag.DEVICE),
    PORT_DATA(
            "rdma.port.data",
            Meter.Type.COUNTER,
            "bytes",
            "Bytes that a port of the subnet has sent and received",
            Tag.DIRECTION,
            Tag.NODE,
            Tag.DESCRIPTION,
            Tag.PORT,
            Tag.DEVICE),
    PORT_PACKETS(
            "rdma.port.packets",
            Meter.Type.COUNTER,
            "packets",
            "Packets that a port of the subnet has sent and received",
            Tag.DIRECTION,
            Tag.NODE,
            Tag.DESCRIPTION,
            Tag.PORT,
            Tag.DEVICE),
    PORT_UNICAST(
            "rdma.port.unicast",
            Meter.Type.COUNTER,
            "packets",
            "Unicast packets that a port of the subnet has sent and received",
            Tag.DIRECTION,
            Tag.NODE,
            Tag.DESCRIPTION,
            Tag.PORT,
            Tag.DEVICE),
    PORT_MULTICAST(
            "rdma.port.multicast",
            Meter.Type.COUNTER,
            "packets",
            "Multicast packets that a port of the subnet has sent and received",
            Tag.DIRECTION,
            Tag.NODE,
            Tag.DESCRIPTION,
            Tag.PORT,
            Tag.DEVICE),
    DEVICE_COUNTERS(
            "rdma.device.counters",
            Meter.Type.COUNTER,
            null,
            "Counters of a port of this host by their names in /sys/class/infiniband, read when scraped",
            Tag.COUNTER,
            Tag.PORT,
            Tag.DEVICE),
    SUBNET_DISCOVERY("rdma.subnet.discovery", Meter.Type.TIMER, null, "Time to find the nodes and links"),
    SUBNET_SWEEP("rdma.subnet.sweep", Meter.Type.TIMER, null, "Time to read the counters of all ports"),
    SUBNET_REFRESHES(
            "rdma.subnet.refreshes", Meter.Type.COUNTER, null, "Readings of the subnet, those that failed included"),
    SUBNET_REFRESH_FAILURES(
            "rdma.subnet.refresh.failures", Meter.Type.COUNTER, null, "Readings of the subnet that failed"),
    SUBNET_NODES("rdma.subnet.nodes", Meter.Type.GAUGE, null, "Nodes that the last reading found"),
    SUBNET_UNANSWERED(
            "rdma.subnet.unanswered", Meter.Type.GAUGE, null, "Questions of the last reading that were not answered"),
    SUBNET_MANAGER_REACHABLE(
            "rdma.subnet.manager.reachable",
            Meter.Type.GAUGE,
            null,
            "1 if the subnet manager answered the last reading, else 0"),
    SUBNET_AGE("rdma.subnet.age", Meter.Type.GAUGE, "seconds", "Time since the subnet was read"),
    MAD_REQUESTS(
            "rdma.mad.requests",
            Meter.Type.TIMER,
            null,
            "Time of requests of management until their answers",
            Tag.CLASS,
            Tag.METHOD,
            Tag.ATTRIBUTE,
            Tag.OUTCOME),
    MAD_RETRIES("rdma.mad.retries", Meter.Type.COUNTER, null, "Management datagrams that were sent again"),
    CONNECTION_DATA(
            "rdma.connection.data",
            Meter.Type.COUNTER,
            "bytes",
            "Bytes of requests of connections that ended well",
            Tag.QUEUE),
    CONNECTION_COMPLETIONS(
            "rdma.connection.completions",
            Meter.Type.COUNTER,
            null,
            "Requests of connections that have ended",
            Tag.QUEUE,
            Tag.STATUS),
    BUFFERS_REGISTERED(
            "rdma.buffers.registered",
            Meter.Type.GAUGE,
            "bytes",
            "Memory that an allocator has registered",
            Tag.ALLOCATOR),
    BUFFERS_USED("rdma.buffers.used", Meter.Type.GAUGE, "bytes", "Memory that is in use", Tag.ALLOCATOR),
    BUFFERS_LIMIT(
            "rdma.buffers.limit", Meter.Type.GAUGE, "bytes", "Memory that an allocator may register", Tag.ALLOCATOR),
    BUFFERS_WAITS(
            "rdma.buffers.waits",
            Meter.Type.COUNTER,
            null,
            "How often somebody has waited for a buffer",
            Tag.ALLOCATOR),
    BUFFERS_REFUSALS(
            "rdma.buffers.refusals", Meter.Type.COUNTER, null, "How often somebody got no buffer", Tag.ALLOCATOR),
    BUFFERS_REGISTRATIONS(
            "rdma.buffers.registrations", Meter.Type.COUNTER, null, "How often memory was registered", Tag.ALLOCATOR);

    private final String name;
    private final Meter.Type type;
    private final @Nullable String unit;
    private final String description;

    /** Their names between commas: an enumeration holds nothing that could change. */
    private final String tags;

    RdmaMeter(String name, Meter.Type type, @Nullable String unit, String description, Tag... tags) {
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.description = description;
        this.tags = Stream.of(tags).map(Tag::name).collect(Collectors.joining(","));
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Meter.Type getType() {
        return type;
    }

    @Override
    public @Nullable String getBaseUnit() {
        return unit;
    }

    @Override
    public KeyName[] getKeyNames() {
        return Stream.of(tags.split(",", -1))
                .filter(tag -> !tag.isEmpty())
                .map(Tag::valueOf)
                .toArray(KeyName[]::new);
    }

    /** What it counts. */
    public String description() {
        return description;
    }

    /** By what meters of one name are told apart. */
    public enum Tag implements KeyName {
        COUNTER("the name of the counter, as `SymbolErrorCounter`, or as the system calls it"),
        NODE("the GUID of the node"),
        DESCRIPTION("what the node calls itself"),
        PORT("the number of the port"),
        DEVICE("the device, if it is one of this host; else `none`"),
        DIRECTION("`transmit` or `receive`"),
        CLASS("the class of management"),
        METHOD("the method, as `SubnGet`"),
        ATTRIBUTE("the attribute, as `NodeInfo`"),
        OUTCOME("`success`, `timeout`, `refused` or `error`"),
        QUEUE("`send` or `receive`"),
        STATUS("how they ended, as the status of a work completion"),
        ALLOCATOR("the name of the bean");

        private final String description;

        Tag(String description) {
            this.description = description;
        }

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What its values are. */
        public String description() {
            return description;
        }
    }
}
