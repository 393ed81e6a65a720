package io.verbena.embedded.hca;

import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.QueuePairPlan;
import io.verbena.embedded.hca.queue.SimulatedAddressHandle;
import io.verbena.embedded.hca.queue.SimulatedQueuePair;
import io.verbena.hca.AddressVector;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimit;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.iba.Lid;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;

/** Queue pairs, address handles and multicast. */
abstract class HcaQueuePairs extends HcaQueues {
    static final int MAX_INLINE = 1024;

    /** Ethernet, two VLAN tags, and IP and TCP with all options. */
    private static final int MAX_HEADERS = 256;

    private static final int MULTICAST_PREFIX = 0xff;

    HcaQueuePairs(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
    }

    @Override
    public CreatedQueuePair createQueuePair(QueuePairRequest request) {
        requireKnown(request);
        return create(request);
    }

    CreatedQueuePair create(QueuePairRequest request) {
        requireCapacity(request.capacity());
        boolean tags = request.sharedReceiveQueue() != 0
                && receives(request.sharedReceiveQueue()).hasTags();
        if (tags && request.type() != QueuePairType.RC) {
            throw refusals.invalid("ibv_create_qp", "a queue with tags serves reliable connections only");
        }
        QueuePairPlan plan = new QueuePairPlan(
                request.type(),
                domain(request.domain()),
                request.sendQueue() == 0 ? null : completions(request.sendQueue()),
                request.receiveQueue() == 0 ? null : completions(request.receiveQueue()),
                request.sharedReceiveQueue() == 0 ? null : receives(request.sharedReceiveQueue()),
                request.xrcDomain() == 0 ? null : xrcDomain(request.xrcDomain()),
                spread(request),
                request.capacity(),
                request.allSignaled(),
                request.operations().isEmpty() ? null : request.operations(),
                request.flags().contains(QueuePairFlag.VLAN_STRIPPING),
                request.headerBytes(),
                events,
                request.cookie());
        SimulatedQueuePair made = adapter.createQueuePair(refusals, plan);
        return new CreatedQueuePair(made.number(), made.number(), request.capacity());
    }

    private void requireKnown(QueuePairRequest request) {
        boolean raw = request.type() == QueuePairType.RAW_PACKET;
        boolean ofFrames = !request.flags().isEmpty()
                || request.headerBytes() != 0
                || request.operations().contains(SendOperation.TSO);
        boolean strange = request.sourceNumber() != 0
                || request.type() == QueuePairType.DRIVER
                || !EnumSet.of(QueuePairFlag.VLAN_STRIPPING).containsAll(request.flags());
        boolean spreads = request.table() == 0 || raw || request.type() == QueuePairType.UD;
        if (strange || !spreads || (ofFrames && !raw) || !SimulatedQueuePair.hasType(request.type())) {
            throw unsupported("ibv_create_qp");
        }
        if (request.headerBytes() > MAX_HEADERS) {
            throw refusals.invalid(
                    "ibv_create_qp", "the headers of segmented data have at most " + MAX_HEADERS + " bytes");
        }
    }

    @Override
    public CreatedQueuePair openQueuePair(long xrcDomain, int number, long cookie) {
        SimulatedQueuePair opened = adapter.openQueuePair(xrcDomain(xrcDomain), number);
        if (opened == null) {
            throw refusals.invalid("ibv_open_qp", "the XRC domain has no receiving queue pair " + number);
        }
        return new CreatedQueuePair(number, number, opened.plan().capacity());
    }

    @Override
    public void limitRate(long queuePair, RateLimit limit) {
        SimulatedQueuePair pair = adapter.queuePair(queuePair);
        if (pair.plan().type() == QueuePairType.XRC_RECEIVE) {
            throw unsupported("ibv_modify_qp_rate_limit");
        }
        pair.limitRate(limit.kilobits());
    }

    @Override
    public EnhancedConnection queryEnhancedConnection(long queuePair) {
        return adapter.queuePair(queuePair).enhancedConnection();
    }

    @Override
    public EnhancedConnection setEnhancedConnection(long queuePair, EnhancedConnection wanted) {
        EnhancedConnection accepted = adapter.queuePair(queuePair).enhancedConnection(wanted);
        if (accepted == null) {
            throw refusals.invalid("ibv_set_ece", "the options are set before the queue pair leaves INIT");
        }
        return accepted;
    }

    private void requireCapacity(QueuePairCapacity wanted) {
        if (wanted.sends() > MAX_REQUESTS || wanted.receives() > MAX_REQUESTS) {
            throw refusals.invalid("ibv_create_qp", "a queue has at most " + MAX_REQUESTS + " requests");
        }
        if (wanted.sendSegments() > MAX_SEGMENTS || wanted.receiveSegments() > MAX_SEGMENTS) {
            throw refusals.invalid("ibv_create_qp", "a request has at most " + MAX_SEGMENTS + " segments");
        }
        if (wanted.inlineBytes() > MAX_INLINE) {
            throw refusals.invalid("ibv_create_qp", "a request has at most " + MAX_INLINE + " bytes inline");
        }
    }

    @Override
    public void modifyQueuePair(long queuePair, QueuePairAttributes attributes) {
        String objection = adapter.queuePair(queuePair).modify(attributes);
        if (!objection.isEmpty()) {
            throw refusals.invalid("ibv_modify_qp", objection);
        }
    }

    @Override
    public QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes) {
        return adapter.queuePair(queuePair).query(attributes);
    }

    /** How bytes are copied is up to the JVM. */
    @Override
    public boolean isDataInOrder(long queuePair, WorkRequestOpcode operation) {
        return false;
    }

    @Override
    public void destroyQueuePair(long queuePair) {
        adapter.destroyQueuePair(queuePair);
    }

    @Override
    public long createAddressHandle(long domain, AddressVector address) {
        String objection = SimulatedAddressHandle.objection(adapter.node(), address);
        if (!objection.isEmpty()) {
            throw refusals.invalid("ibv_create_ah", objection);
        }
        return adapter.addressHandles().put(refusals, "ibv_create_ah", new SimulatedAddressHandle(address));
    }

    @Override
    public AddressVector replyAddress(int port, RecordMemory completions, int offset, RecordMemory header) {
        if (port == 0 || adapter.node().port(port) == null) {
            throw refusals.invalid("ibv_init_ah_from_wc", "there is no port " + port);
        }
        ByteBuffer record = completions.bytes();
        int lid = record.getShort(offset + CompletionRecord.SOURCE_LID) & 0xffff;
        int level = record.get(offset + CompletionRecord.SERVICE_LEVEL);
        int bits = record.get(offset + CompletionRecord.PATH_BITS);
        boolean global = (record.getInt(offset + CompletionRecord.FLAGS) & CompletionRecord.WITH_HEADER) != 0;
        if (!global) {
            return new AddressVector(port, Lid.of(lid), level, bits, 0, Gid.ZERO, 0, 0, 0, 0);
        }
        byte[] bytes = new byte[GlobalRouteHeader.LENGTH];
        header.bytes().get(0, bytes);
        GlobalRouteHeader route = GlobalRouteHeader.LAYOUT.wrap(bytes, 0);
        return new AddressVector(
                port,
                Lid.of(lid),
                level,
                bits,
                0,
                route.sgid(),
                ownIndex(port, route.dgid()),
                route.flowLabel(),
                0xff,
                route.trafficClass());
    }

    /** Where the GID stands that it was sent to; that of a group stands nowhere. */
    private int ownIndex(int port, Gid own) {
        return adapter.network().timeline().get(() -> {
            long[] guids = adapter.port(port).guids();
            for (int index = 0; index < guids.length; index++) {
                if (guids[index] == own.interfaceId()) {
                    return index;
                }
            }
            return 0;
        });
    }

    @Override
    public void destroyAddressHandle(long addressHandle) {
        adapter.addressHandles().remove(addressHandle).close(adapter.network());
    }

    @Override
    public void attachMulticast(long queuePair, Gid group, int lid) {
        SimulatedQueuePair pair = adapter.queuePair(queuePair);
        boolean multicast = group.prefix() >>> 56 == MULTICAST_PREFIX && lid >= Lid.FIRST_MULTICAST.bits();
        if (pair.plan().type() != QueuePairType.UD || !multicast) {
            throw refusals.invalid(
                    "ibv_attach_mcast",
                    "a queue pair of datagrams joins a group by its GID and its LID, 0xc000 or above");
        }
        adapter.attach(group, pair);
    }

    @Override
    public void detachMulticast(long queuePair, Gid group, int lid) {
        if (!adapter.detach(group, adapter.queuePair(queuePair))) {
            throw refusals.invalid("ibv_detach_mcast", "the queue pair is not in this group");
        }
    }
}
