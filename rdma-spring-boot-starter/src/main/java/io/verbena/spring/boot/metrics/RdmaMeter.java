package io.verbena.spring.boot.metrics;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names, types, units and tags of all meters. A test generates {@code docs/meters.md} from this enumeration. */
public enum RdmaMeter implements MeterDocumentation {
    PORT_ERRORS("rdma.port.errors", "Errors of a port of the subnet", null, Tag.COUNTER),
    PORT_TRANSMIT_WAIT(
            "rdma.port.transmit.wait",
            "Ticks for which a port of the subnet had data to send but could not send",
            "ticks"),
    PORT_DATA("rdma.port.data", "Bytes that a port of the subnet sent or received", "bytes", Tag.DIRECTION),
    PORT_PACKETS("rdma.port.packets", "Packets that a port of the subnet sent or received", "packets", Tag.DIRECTION),
    PORT_UNICAST(
            "rdma.port.unicast",
            "Unicast packets that a port of the subnet sent or received",
            "packets",
            Tag.DIRECTION),
    PORT_MULTICAST(
            "rdma.port.multicast",
            "Multicast packets that a port of the subnet sent or received",
            "packets",
            Tag.DIRECTION),
    DEVICE_COUNTERS(
            "rdma.device.counters",
            Meter.Type.COUNTER,
            "Counters of a port of this host by their names in /sys/class/infiniband, read when scraped",
            Tag.COUNTER,
            Tag.PORT,
            Tag.DEVICE),
    SUBNET_DISCOVERY("rdma.subnet.discovery", Meter.Type.TIMER, "Time to find the nodes and links"),
    SUBNET_SWEEP("rdma.subnet.sweep", Meter.Type.TIMER, "Time to read the counters of all ports"),
    SUBNET_REFRESHES("rdma.subnet.refreshes", Meter.Type.COUNTER, "Readings of the subnet, including failed ones"),
    SUBNET_REFRESH_FAILURES("rdma.subnet.refresh.failures", Meter.Type.COUNTER, "Failed readings of the subnet"),
    SUBNET_NODES("rdma.subnet.nodes", Meter.Type.GAUGE, "Nodes found by the last reading"),
    SUBNET_UNANSWERED("rdma.subnet.unanswered", Meter.Type.GAUGE, "Requests of the last reading that failed"),
    SUBNET_MANAGER_REACHABLE(
            "rdma.subnet.manager.reachable",
            Meter.Type.GAUGE,
            "1 if the subnet manager responded to the last reading, otherwise 0"),
    SUBNET_AGE("rdma.subnet.age", Meter.Type.GAUGE, "seconds", "Time since the last reading"),
    VALIDATION_DURATION("rdma.validation.duration", Meter.Type.TIMER, "Time to read the tables and to run the checks"),
    VALIDATION_RUNS("rdma.validation.runs", Meter.Type.COUNTER, "Validations of the fabric, including failed ones"),
    VALIDATION_FAILURES("rdma.validation.failures", Meter.Type.COUNTER, "Failed validations of the fabric"),
    VALIDATION_FINDINGS(
            "rdma.validation.findings", Meter.Type.GAUGE, "Findings of the last validation", Tag.CHECK, Tag.SEVERITY),
    VALIDATION_AGE("rdma.validation.age", Meter.Type.GAUGE, "seconds", "Time since the last validation"),
    MAD_REQUESTS(
            "rdma.mad.requests",
            Meter.Type.TIMER,
            "Duration of management requests",
            Tag.CLASS,
            Tag.METHOD,
            Tag.ATTRIBUTE,
            Tag.OUTCOME),
    MAD_RETRIES("rdma.mad.retries", Meter.Type.COUNTER, "Management datagrams that were sent again after a timeout"),
    CONNECTION_DATA(
            "rdma.connection.data",
            Meter.Type.COUNTER,
            "bytes",
            "Bytes of work requests of connections that completed successfully",
            Tag.QUEUE),
    CONNECTION_COMPLETIONS(
            "rdma.connection.completions",
            Meter.Type.COUNTER,
            "Completed work requests of connections",
            Tag.QUEUE,
            Tag.STATUS),
    BUFFERS_REGISTERED(
            "rdma.buffers.registered",
            Meter.Type.GAUGE,
            "bytes",
            "Memory that an allocator has registered",
            Tag.ALLOCATOR),
    BUFFERS_USED(
            "rdma.buffers.used", Meter.Type.GAUGE, "bytes", "Memory of an allocator that is in use", Tag.ALLOCATOR),
    BUFFERS_LIMIT(
            "rdma.buffers.limit", Meter.Type.GAUGE, "bytes", "Memory that an allocator may register", Tag.ALLOCATOR),
    BUFFERS_WAITS("rdma.buffers.waits", Meter.Type.COUNTER, "Allocations that had to wait for a buffer", Tag.ALLOCATOR),
    BUFFERS_REFUSALS(
            "rdma.buffers.refusals",
            Meter.Type.COUNTER,
            "Allocations that failed because all memory was in use",
            Tag.ALLOCATOR),
    BUFFERS_REGISTRATIONS("rdma.buffers.registrations", Meter.Type.COUNTER, "Registrations of memory", Tag.ALLOCATOR);

    private final String name;
    private final Meter.Type type;
    private final @Nullable String unit;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Tag> tags;

    RdmaMeter(String name, Meter.Type type, @Nullable String unit, String description, Tag... tags) {
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.description = description;
        this.tags = List.of(tags);
    }

    RdmaMeter(String name, Meter.Type type, String description, Tag... tags) {
        this(name, type, null, description, tags);
    }

    /** A counter of a port of the subnet. */
    RdmaMeter(String name, String description, @Nullable String unit, Tag... tags) {
        this(name, Meter.Type.COUNTER, unit, description, Tag.withPort(tags));
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
        return tags.toArray(KeyName[]::new);
    }

    /** Returns the description. */
    public String description() {
        return description;
    }

    /** Registers a gauge of a subject. */
    <T> void gauge(MeterRegistry registry, T subject, ToDoubleFunction<T> value, Tags tagsOfSubject) {
        Gauge.builder(name, subject, value)
                .description(description)
                .baseUnit(unit)
                .tags(tagsOfSubject)
                .register(registry);
    }

    /** Registers a counter that a subject maintains, and returns it. */
    <T> FunctionCounter count(MeterRegistry registry, T subject, ToDoubleFunction<T> value, Tags tagsOfSubject) {
        return FunctionCounter.builder(name, subject, value)
                .description(description)
                .baseUnit(unit)
                .tags(tagsOfSubject)
                .register(registry);
    }

    /** The tags of the meters. */
    public enum Tag implements KeyName {
        COUNTER("Name of the counter, such as `SymbolErrorCounter`, or its system name"),
        NODE("GUID of the node"),
        DESCRIPTION("NodeDescription of the node"),
        PORT("Number of the port"),
        DEVICE("Device, if it belongs to this host, otherwise `none`"),
        DIRECTION("`transmit` or `receive`"),
        CLASS("Management class"),
        METHOD("Method, such as `SubnGet`"),
        ATTRIBUTE("Attribute, such as `NodeInfo`"),
        OUTCOME("`success`, `timeout`, `refused` or `error`"),
        QUEUE("`send` or `receive`"),
        STATUS("Status of the work completions"),
        CHECK("Name of the check, such as `credit-loops`"),
        SEVERITY("`error`, `warning` or `info`"),
        ALLOCATOR("Name of the allocator in `rdma.allocators`, or of its bean");

        private final String description;

        Tag(String description) {
            this.description = description;
        }

        private static Tag[] withPort(Tag... tags) {
            return Stream.concat(Stream.of(tags), Stream.of(NODE, DESCRIPTION, PORT, DEVICE))
                    .toArray(Tag[]::new);
        }

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the description of its values. */
        public String description() {
            return description;
        }
    }
}
