package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.QueuePair;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.hca.AtomicCapability;
import io.verbena.hca.CompletionModeration;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.Flags;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.OnDemandPaging;
import io.verbena.hca.PciAtomics;
import io.verbena.hca.PortProperties;
import io.verbena.hca.RateLimits;
import io.verbena.hca.ReceiveScaling;
import io.verbena.hca.ReliableDatagramLimits;
import io.verbena.hca.Segmentation;
import io.verbena.hca.TagMatchingLimits;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortInfo;
import io.verbena.spi.verbs.VerbsQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What an adapter is: of itself what this software can, of its ports what the fabric has in them. */
final class HcaQueries implements VerbsQueries {
    private static final int LOCAL_ACK_DELAY = 0;
    private static final long PAGE_SIZES = -4096;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long KILOHERTZ = 1_000_000;
    private static final long MEGABITS = 1000;
    private static final long LONGEST_MESSAGE = 1L << 31;

    private final Adapter adapter;
    private final Refusals refusals;

    HcaQueries(Adapter adapter, Refusals refusals) {
        this.adapter = adapter;
        this.refusals = refusals;
    }

    @Override
    public DeviceProperties queryDevice() {
        Node node = adapter.node();
        return new DeviceProperties(
                Transport.INFINIBAND,
                node.type(),
                "1.0",
                node.guid(),
                node.systemImageGuid(),
                0,
                0,
                0,
                node.numPorts(),
                HcaQueues.VECTORS,
                Flags.of(
                        DeviceCapability.CURRENT_STATE_MODIFIER,
                        DeviceCapability.PORT_ACTIVE_EVENT,
                        DeviceCapability.SYSTEM_IMAGE_GUID,
                        DeviceCapability.RC_RNR_NAK_GENERATION,
                        DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE,
                        DeviceCapability.MEMORY_WINDOW,
                        DeviceCapability.MEMORY_WINDOW_TYPE_2B),
                AtomicCapability.DEVICE,
                LOCAL_ACK_DELAY,
                limits());
    }

    private static DeviceLimits limits() {
        return new DeviceLimits(
                Integer.MAX_VALUE,
                PAGE_SIZES,
                Adapter.MOST_QUEUE_PAIRS,
                HcaQueues.MOST_REQUESTS,
                HcaQueues.MOST_SEGMENTS,
                HcaQueues.MOST_SEGMENTS,
                HcaQueues.MOST,
                HcaQueues.MOST_ENTRIES,
                KeyTable.MOST,
                HcaDomains.MOST,
                QueuePair.MOST_READS,
                QueuePair.MOST_READS * Adapter.MOST_QUEUE_PAIRS,
                QueuePair.MOST_READS,
                new ReliableDatagramLimits(0, 0, 0, 0),
                KeyTable.MOST,
                0,
                0,
                Adapter.MOST_WAYS,
                0,
                HcaQueues.MOST,
                HcaQueues.MOST_REQUESTS,
                HcaQueues.MOST_SEGMENTS,
                Integer.MAX_VALUE,
                Adapter.MOST_QUEUE_PAIRS,
                Integer.MAX_VALUE,
                Port.KEYS);
    }

    @Override
    public DeviceExtensions queryExtensions() {
        return new DeviceExtensions(
                new OnDemandPaging(false, false, 0, Flags.of(), Flags.of(), Flags.of(), Flags.of()),
                -1,
                KILOHERTZ,
                false,
                false,
                0,
                new Segmentation(0, Set.of()),
                new ReceiveScaling(Set.of(), 0, 0, Flags.of(), Flags.of()),
                0,
                new RateLimits(0, 0, Set.of()),
                Flags.of(),
                new TagMatchingLimits(false, 0, 0, 0, 0, 0),
                new CompletionModeration(0, 0),
                0,
                new PciAtomics(Set.of(), Set.of(), Set.of()));
    }

    @Override
    public DeviceClock queryClock() {
        long now = adapter.network().timeline().nanoTime();
        return new DeviceClock(Math.floorDiv(now, NANOS_PER_SECOND), Math.floorMod(now, NANOS_PER_SECOND));
    }

    private <T> T ask(String call, int number, Function<Port, T> question) {
        Port port = adapter.node().port(number);
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

    private static PortProperties properties(Port port) {
        PortInfo info = port.info();
        return new PortProperties(
                port.number(),
                info.portState(),
                info.portPhysicalState(),
                LinkLayer.INFINIBAND,
                info.neighborMtu(),
                info.mtuCap(),
                info.lid(),
                info.lmc(),
                info.masterSmLid(),
                info.masterSmSl(),
                Port.GUIDS,
                port.keys().capacity(),
                LONGEST_MESSAGE,
                LinkRate.lanes(info.linkWidthActive()),
                LaneSpeed.active(info),
                info.vlCap(),
                Flags.of(PortCapability.class, info.capabilityMaskBits()),
                Flags.of(PortCapability2.class, info.capabilityMask2Bits()),
                info.subnetTimeout(),
                info.initTypeReply(),
                info.pKeyViolations(),
                info.qKeyViolations());
    }

    /** No kernel knows it. */
    @Override
    public int queryIndex() {
        return -1;
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
            if (index < 0 || index >= Port.GUIDS) {
                throw refusals.invalid("ibv_query_gid_ex", "the table has no index " + index);
            }
            return gid(port, index);
        });
    }

    private static Optional<GidTableEntry> gid(Port port, int index) {
        long guid = port.guids()[index];
        Gid gid = new Gid(port.info().gidPrefix(), guid);
        return guid == 0
                ? Optional.empty()
                : Optional.of(new GidTableEntry(port.number(), index, gid, GidType.INFINIBAND, 0));
    }

    @Override
    public List<GidTableEntry> queryGids() {
        List<GidTableEntry> all = new ArrayList<>();
        for (int number = 1; number <= adapter.node().numPorts(); number++) {
            for (int index = 0; index < Port.GUIDS; index++) {
                queryGid(number, index).ifPresent(all::add);
            }
        }
        return all;
    }

    @Override
    public List<GidTableEntry> queryGids(int most) {
        List<GidTableEntry> all = queryGids();
        if (all.size() > most) {
            throw refusals.invalid("ibv_query_gid_table", "more entries are used than " + most);
        }
        return all;
    }
}
