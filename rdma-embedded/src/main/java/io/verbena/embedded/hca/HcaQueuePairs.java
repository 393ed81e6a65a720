package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.EventQueue;
import io.verbena.embedded.hca.queue.QueuePair;
import io.verbena.embedded.hca.queue.Way;
import io.verbena.hca.AddressVector;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
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
import io.verbena.spi.verbs.VerbsQueuePairs;
import java.nio.ByteBuffer;
import java.util.Set;

/** Queue pairs, address handles and multicast. */
final class HcaQueuePairs implements VerbsQueuePairs {
    static final int MOST_INLINE = 1024;

    private static final int MULTICAST_PREFIX = 0xff;

    private final Adapter adapter;
    private final HcaDomains domains;
    private final HcaQueues queues;
    private final EventQueue events;
    private final Refusals refusals;

    HcaQueuePairs(Adapter adapter, HcaDomains domains, HcaQueues queues, EventQueue events, Refusals refusals) {
        this.adapter = adapter;
        this.domains = domains;
        this.queues = queues;
        this.events = events;
        this.refusals = refusals;
    }

    @Override
    public CreatedQueuePair createQueuePair(QueuePairRequest request) {
        boolean strange = !request.flags().isEmpty() || request.table() != 0 || request.hash() != null;
        boolean raw = request.headerBytes() != 0
                || request.sourceNumber() != 0
                || request.operations().contains(SendOperation.TSO);
        if (strange || raw || !QueuePair.hasType(request.type())) {
            throw refusals.unsupported("ibv_create_qp");
        }
        requireCapacity(request.capacity());
        QueuePair.Plan plan = new QueuePair.Plan(
                request.type(),
                domains.domain(request.domain()),
                request.sendQueue() == 0 ? null : queues.completions(request.sendQueue()),
                request.receiveQueue() == 0 ? null : queues.completions(request.receiveQueue()),
                request.sharedReceiveQueue() == 0 ? null : queues.receives(request.sharedReceiveQueue()),
                request.capacity(),
                request.allSignaled(),
                request.operations().isEmpty() ? null : request.operations(),
                events,
                request.cookie());
        QueuePair made =
                adapter.queuePairs().add(refusals, "ibv_create_qp", number -> new QueuePair(adapter, number, plan));
        return new CreatedQueuePair(made.number(), made.number(), request.capacity());
    }

    private void requireCapacity(QueuePairCapacity wanted) {
        if (wanted.sends() > HcaQueues.MOST_REQUESTS || wanted.receives() > HcaQueues.MOST_REQUESTS) {
            throw refusals.invalid("ibv_create_qp", "a queue has at most " + HcaQueues.MOST_REQUESTS + " requests");
        }
        if (wanted.sendSegments() > HcaQueues.MOST_SEGMENTS || wanted.receiveSegments() > HcaQueues.MOST_SEGMENTS) {
            throw refusals.invalid("ibv_create_qp", "a request has at most " + HcaQueues.MOST_SEGMENTS + " segments");
        }
        if (wanted.inlineBytes() > MOST_INLINE) {
            throw refusals.invalid("ibv_create_qp", "a request has at most " + MOST_INLINE + " bytes inline");
        }
    }

    @Override
    public CreatedQueuePair openQueuePair(long xrcDomain, int number, long cookie) {
        throw refusals.unsupported("ibv_open_qp");
    }

    @Override
    public void modifyQueuePair(long queuePair, QueuePairAttributes attributes) {
        String objection = adapter.queuePairs().get(queuePair).modify(attributes);
        if (!objection.isEmpty()) {
            throw refusals.invalid("ibv_modify_qp", objection);
        }
    }

    @Override
    public QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes) {
        return adapter.queuePairs().get(queuePair).query(attributes);
    }

    @Override
    public EnhancedConnection queryEnhancedConnection(long queuePair) {
        throw refusals.unsupported("ibv_query_ece");
    }

    @Override
    public EnhancedConnection setEnhancedConnection(long queuePair, EnhancedConnection wanted) {
        throw refusals.unsupported("ibv_set_ece");
    }

    @Override
    public void limitRate(long queuePair, RateLimit limit) {
        throw refusals.unsupported("ibv_modify_qp_rate_limit");
    }

    /** How bytes are copied is up to the JVM. */
    @Override
    public boolean isDataInOrder(long queuePair, WorkRequestOpcode operation) {
        return false;
    }

    @Override
    public void destroyQueuePair(long queuePair) {
        adapter.queuePairs().remove(queuePair).destroy();
    }

    @Override
    public long createAddressHandle(long domain, AddressVector address) {
        String objection = QueuePair.objection(adapter, address);
        if (!objection.isEmpty()) {
            throw refusals.invalid("ibv_create_ah", objection);
        }
        return adapter.ways()
                .add(refusals, "ibv_create_ah", number -> new Way(number, address))
                .number();
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
    public EthernetAddress resolveEthernet(AddressVector way) {
        throw refusals.unsupported("ibv_resolve_eth_l2_from_gid");
    }

    @Override
    public void destroyAddressHandle(long addressHandle) {
        adapter.ways().remove(addressHandle).close(adapter.network());
    }

    @Override
    public void attachMulticast(long queuePair, Gid group, int lid) {
        QueuePair pair = adapter.queuePairs().get(queuePair);
        boolean multicast = group.prefix() >>> 56 == MULTICAST_PREFIX && lid >= Lid.FIRST_MULTICAST.bits();
        if (pair.plan().type() != QueuePairType.UD || !multicast) {
            throw refusals.invalid(
                    "ibv_attach_mcast",
                    "a queue pair of datagrams joins a group by its GID and its LID, 0xc000 or above");
        }
        adapter.groups().attach(group, pair);
    }

    @Override
    public void detachMulticast(long queuePair, Gid group, int lid) {
        if (!adapter.groups().detach(group, adapter.queuePairs().get(queuePair))) {
            throw refusals.invalid("ibv_detach_mcast", "the queue pair is not in this group");
        }
    }
}
