package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.QueuePairPlan;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AtomicCapability;
import io.verbena.hca.CompletionModeration;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.Flags;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.HashField;
import io.verbena.hca.HashFunction;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.OnDemandPaging;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimits;
import io.verbena.hca.RawPacketCapability;
import io.verbena.hca.ReceiveScaling;
import io.verbena.hca.Segmentation;
import io.verbena.hca.TagMatchingLimits;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortInfo;
import io.verbena.spi.verbs.VerbsDriver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The queries of an embedded adapter: its own capabilities, and the state of its ports in the fabric. */
abstract class HcaQueries implements VerbsDriver {
    static final int MAX_OBJECTS = 1 << 16;
    static final int MAX_ENTRIES = (1 << 22) - 1;
    static final int MAX_REQUESTS = 1 << 14;
    static final int MAX_SEGMENTS = 32;
    static final int COMPLETION_VECTORS = 4;
    static final int MAX_TABLE = 1 << 9;
    static final int MAX_MODERATION = 0xffff;
    static final int MAX_TAGS = 1 << 12;
    private static final int MAX_SEGMENTED = 1 << 18;
    /** The header fields that the hash can cover. */
    static final Set<HashField> HASHED = EnumSet.complementOf(EnumSet.of(HashField.IPSEC_SPI, HashField.INNER));

    private static final int LOCAL_ACK_DELAY = 0;
    private static final long PAGE_SIZES = -4096;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long KILOHERTZ = 1_000_000;
    private static final long MEGABITS = 1000;
    private static final long LONGEST_MESSAGE = 1L << 31;

    /** Bytes of device memory. */
    static final long MAX_DEVICE_MEMORY = 256 * 1024;

    final Adapter adapter;
    final OpenFile file;
    final Refusals refusals;

    HcaQueries(String device, Adapter adapter, OpenFile file) {
        this.adapter = adapter;
        this.file = file;
        this.refusals = new Refusals(device);
    }

    @Override
    public String device() {
        return refusals.device();
    }

    @Override
    public UnsupportedException unsupported(String call) {
        return refusals.unsupported(call);
    }

    void requirePresent(String call) {
        if (adapter.isRemoved()) {
            throw refusals.refuse(call, Errno.EIO, "the adapter was removed");
        }
    }

    @Override
    public DeviceProperties queryDevice() {
        requirePresent("ibv_query_device");
        FabricNode node = adapter.node();
        return DeviceProperties.builder()
                .transport(Transport.INFINIBAND)
                .nodeType(node.type())
                .firmwareVersion("1.0")
                .nodeGuid(node.guid())
                .systemImageGuid(node.systemImageGuid())
                .ports(node.numPorts())
                .completionVectors(COMPLETION_VECTORS)
                .capabilities(Flags.of(
                        DeviceCapability.CURRENT_STATE_MODIFIER,
                        DeviceCapability.PORT_ACTIVE_EVENT,
                        DeviceCapability.SYSTEM_IMAGE_GUID,
                        DeviceCapability.RC_RNR_NAK_GENERATION,
                        DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE,
                        DeviceCapability.MEMORY_WINDOW,
                        DeviceCapability.MEMORY_WINDOW_TYPE_2B,
                        DeviceCapability.XRC,
                        DeviceCapability.RAW_IP_CHECKSUM,
                        DeviceCapability.AUTOMATIC_PATH_MIGRATION,
                        DeviceCapability.MANAGED_FLOW_STEERING))
                .atomics(AtomicCapability.DEVICE)
                .localAckDelay(LOCAL_ACK_DELAY)
                .limits(limits())
                .build();
    }

    private static DeviceLimits limits() {
        return DeviceLimits.builder()
                .maxRegionBytes(Integer.MAX_VALUE)
                .pageSizeMask(PAGE_SIZES)
                .maxQueuePairs(Adapter.MAX_QUEUE_PAIRS)
                .maxRequests(MAX_REQUESTS)
                .maxSegments(MAX_SEGMENTS)
                .maxReadSegments(MAX_SEGMENTS)
                .maxCompletionQueues(MAX_OBJECTS)
                .maxCompletionQueueEntries(MAX_ENTRIES)
                .maxRegions(KeyTable.MAX)
                .maxProtectionDomains(MAX_OBJECTS)
                .maxResponderResources(QueuePairPlan.MAX_READS)
                .maxTotalResponderResources(QueuePairPlan.MAX_READS * Adapter.MAX_QUEUE_PAIRS)
                .maxInitiatorDepth(QueuePairPlan.MAX_READS)
                .maxWindows(KeyTable.MAX)
                .maxAddressHandles(Adapter.MAX_ADDRESS_HANDLES)
                .maxSharedReceiveQueues(MAX_OBJECTS)
                .maxSharedReceiveRequests(MAX_REQUESTS)
                .maxSharedReceiveSegments(MAX_SEGMENTS)
                .maxMulticastGroups(Integer.MAX_VALUE)
                .maxQueuePairsOfGroup(Adapter.MAX_QUEUE_PAIRS)
                .maxMulticastAttaches(Integer.MAX_VALUE)
                .maxPartitionKeys(FabricPort.KEYS)
                .build();
    }

    @Override
    public DeviceExtensions queryExtensions() {
        requirePresent("ibv_query_device_ex");
        return DeviceExtensions.builder()
                .timestampMask(-1)
                .clockKilohertz(KILOHERTZ)
                .onDemandPaging(onDemand())
                .writesAtomically(true)
                .flushes(Flags.of(FlushPlacement.GLOBAL))
                .rateLimits(RateLimits.builder()
                        .minKilobits(1)
                        .maxKilobits(Integer.MAX_VALUE)
                        .types(EnumSet.of(
                                QueuePairType.RC,
                                QueuePairType.UC,
                                QueuePairType.UD,
                                QueuePairType.RAW_PACKET,
                                QueuePairType.XRC_SEND))
                        .build())
                .receiveScaling(ReceiveScaling.builder()
                        .types(EnumSet.of(QueuePairType.UD, QueuePairType.RAW_PACKET))
                        .maxTables(MAX_OBJECTS)
                        .maxTableSize(MAX_TABLE)
                        .fields(Flags.of(HASHED.toArray(new HashField[0])))
                        .functions(Flags.of(HashFunction.TOEPLITZ))
                        .build())
                .tagMatching(TagMatchingLimits.builder()
                        .reliable(true)
                        .maxTags(MAX_TAGS)
                        .maxOperations(MAX_REQUESTS)
                        .maxSegments(MAX_SEGMENTS)
                        .build())
                .maxReceiveWorkQueues(MAX_OBJECTS)
                .segmentation(Segmentation.builder()
                        .maxBytes(MAX_SEGMENTED)
                        .types(EnumSet.of(QueuePairType.RAW_PACKET))
                        .build())
                .rawPackets(Flags.of(RawPacketCapability.VLAN_STRIPPING, RawPacketCapability.IP_CHECKSUM))
                .completionModeration(CompletionModeration.builder()
                        .maxCompletions(MAX_MODERATION)
                        .maxMicros(MAX_MODERATION)
                        .build())
                .maxDeviceMemoryBytes(MAX_DEVICE_MEMORY)
                .build();
    }

    private static OnDemandPaging onDemand() {
        Flags<OnDemandOperation> connected = Flags.of(
                OnDemandOperation.SEND,
                OnDemandOperation.RECEIVE,
                OnDemandOperation.WRITE,
                OnDemandOperation.READ,
                OnDemandOperation.ATOMIC,
                OnDemandOperation.SHARED_RECEIVE);
        Flags<OnDemandOperation> messages =
                Flags.of(OnDemandOperation.SEND, OnDemandOperation.RECEIVE, OnDemandOperation.SHARED_RECEIVE);
        return OnDemandPaging.builder()
                .supported(true)
                .reliable(connected)
                .extended(connected)
                .unreliable(messages)
                .datagram(messages)
                .build();
    }

    @Override
    public DeviceClock queryClock() {
        requirePresent("ibv_query_rt_values_ex");
        long now = adapter.network().timeline().nanoTime();
        return new DeviceClock(Math.floorDiv(now, NANOS_PER_SECOND), Math.floorMod(now, NANOS_PER_SECOND));
    }

    private <T> T ask(String call, int number, Function<FabricPort, T> question) {
        requirePresent(call);
        FabricPort port = adapter.node().port(number);
        if (port == null) {
            throw refusals.invalid(
                    call,
                    "there is no port " + number + "; its ports are 1 to "
                            + adapter.node().numPorts());
        }
        return adapter.network().timeline().get(() -> question.apply(port));
    }

    @Override
    public PortProperties queryPort(int number) {
        return ask("ibv_query_port", number, HcaQueries::properties);
    }

    private static PortProperties properties(FabricPort port) {
        PortInfo info = port.info();
        return PortProperties.builder()
                .number(port.number())
                .state(info.portState())
                .physicalState(info.portPhysicalState())
                .linkLayer(LinkLayer.INFINIBAND)
                .activeMtu(info.neighborMtu())
                .maxMtu(info.mtuCap())
                .lid(info.lid())
                .lmc(info.lmc())
                .smLid(info.masterSmLid())
                .smServiceLevel(info.masterSmSl())
                .gids(FabricPort.GUIDS)
                .partitionKeys(port.keys().capacity())
                .maxMessageBytes(LONGEST_MESSAGE)
                .lanes(LinkRate.lanes(info.linkWidthActive()))
                .laneSpeed(LaneSpeed.active(info))
                .virtualLanes(info.vlCap())
                .capabilities(Flags.of(PortCapability.class, info.capabilityMaskBits()))
                .capabilities2(Flags.of(PortCapability2.class, info.capabilityMask2Bits()))
                .subnetTimeout(info.subnetTimeout())
                .initTypeReply(info.initTypeReply())
                .badPartitionKeys(info.pKeyViolations())
                .badQueueKeys(info.qKeyViolations())
                .build();
    }

    @Override
    public long queryPortMegabits(int number) {
        return ask("ibv_query_port_speed", number, port -> (long) (LinkRate.gigabits(port.info()) * MEGABITS));
    }

    @Override
    public int queryPartitionKey(int number, int index) {
        return ask("ibv_query_pkey", number, port -> {
            if (index < 0 || index >= port.keys().capacity()) {
                throw refusals.invalid("ibv_query_pkey", "the table has no index " + index);
            }
            return port.keys().get(index);
        });
    }

    @Override
    public Optional<GidTableEntry> queryGid(int number, int index) {
        return ask("ibv_query_gid_ex", number, port -> {
            if (index < 0 || index >= FabricPort.GUIDS) {
                throw refusals.invalid("ibv_query_gid_ex", "the table has no index " + index);
            }
            return gid(port, index);
        });
    }

    private static Optional<GidTableEntry> gid(FabricPort port, int index) {
        long guid = port.guids()[index];
        Gid gid = new Gid(port.info().gidPrefix(), guid);
        return guid == 0
                ? Optional.empty()
                : Optional.of(new GidTableEntry(port.number(), index, gid, GidType.INFINIBAND, 0));
    }

    @Override
    public List<GidTableEntry> queryGids() {
        requirePresent("ibv_query_gid_table");
        List<GidTableEntry> all = new ArrayList<>();
        for (int number = 1; number <= adapter.node().numPorts(); number++) {
            for (int index = 0; index < FabricPort.GUIDS; index++) {
                queryGid(number, index).ifPresent(all::add);
            }
        }
        return all;
    }

    /** The protection domains and the memory of an open device, which it shares with the programs that import it. */
    static final class OpenFile {
        /** Above the descriptors of a process, so that neither is taken for the other. */
        private static final AtomicInteger NEXT = new AtomicInteger(1 << 24);

        final int descriptor = NEXT.getAndIncrement();
        final NumberTable<Domain> domains = new NumberTable<>(1, MAX_OBJECTS);
        final NumberTable<ByteBuffer> deviceMemory = new NumberTable<>(1, MAX_OBJECTS);
        private final AtomicLong used = new AtomicLong();

        boolean reserve(long bytes, long most) {
            return used.getAndUpdate(now -> bytes > most - now ? now : now + bytes) <= most - bytes;
        }

        void release(long bytes) {
            used.addAndGet(-bytes);
        }
    }
}
