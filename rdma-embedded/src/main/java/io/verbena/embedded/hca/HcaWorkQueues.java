package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.ReceiveSpread;
import io.verbena.embedded.hca.queue.SimulatedSharedReceiveQueue;
import io.verbena.embedded.hca.queue.SimulatedWorkQueue;
import io.verbena.hca.HashField;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueState;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Work queues, and the tables by which queue pairs spread datagrams over them. */
abstract class HcaWorkQueues extends HcaQueues {
    /** The header fields that the hash can cover. */
    static final Set<HashField> HASHED = EnumSet.complementOf(EnumSet.of(HashField.IPSEC_SPI, HashField.INNER));

    private final NumberTable<SimulatedWorkQueue> workQueues = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<Table> tables = new NumberTable<>(1, MAX_OBJECTS);

    private record Table(int number, List<SimulatedWorkQueue> queues) {}

    HcaWorkQueues(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
    }

    SimulatedWorkQueue workQueue(long number) {
        return workQueues.get(number);
    }

    @Override
    public CreatedWorkQueue createWorkQueue(
            long domain, long completionQueue, WorkQueueAttributes attributes, long cookie) {
        if (!attributes.flags().isEmpty()) {
            throw unsupported("ibv_create_wq");
        }
        if (attributes.requests() > MAX_REQUESTS || attributes.segments() > MAX_SEGMENTS) {
            throw refusals.invalid(
                    "ibv_create_wq",
                    "a work queue has at most " + MAX_REQUESTS + " requests of " + MAX_SEGMENTS + " segments");
        }
        SharedReceiveQueueAttributes sizes =
                SharedReceiveQueueAttributes.of(attributes.requests(), attributes.segments());
        SimulatedWorkQueue made = workQueues.add(
                refusals,
                "ibv_create_wq",
                number -> new SimulatedWorkQueue(
                        number,
                        new SimulatedSharedReceiveQueue(
                                number,
                                domain(domain),
                                null,
                                completions(completionQueue),
                                null,
                                sizes,
                                cookie,
                                events)));
        return new CreatedWorkQueue(made.number(), made.number(), attributes);
    }

    @Override
    public void modifyWorkQueue(long queue, WorkQueueState expected, WorkQueueState next) {
        if (!workQueue(queue).modify(expected, next)) {
            throw refusals.invalid(
                    "ibv_modify_wq", "the work queue is not in state " + expected + ", or cannot leave it for " + next);
        }
    }

    @Override
    public void destroyWorkQueue(long queue) {
        workQueues.remove(queue);
    }

    @Override
    public long createTable(RecordMemory queues, int logSize) {
        if (logSize < 0 || 1 << logSize > MAX_TABLE) {
            throw refusals.invalid("ibv_create_rwq_ind_table", "a table has at most " + MAX_TABLE + " entries");
        }
        List<SimulatedWorkQueue> entries = IntStream.range(0, 1 << logSize)
                .mapToObj(index -> workQueue(queues.bytes().getLong(index * Long.BYTES)))
                .toList();
        return tables.add(refusals, "ibv_create_rwq_ind_table", number -> new Table(number, entries))
                .number();
    }

    @Override
    public void destroyTable(long table) {
        tables.remove(table);
    }

    /** Returns how a queue pair spreads what it receives; null if it does not. */
    @Nullable ReceiveSpread spread(QueuePairRequest request) {
        ReceiveHash hash = request.hash();
        if (hash == null) {
            return null;
        }
        if (hash.key().length != ReceiveSpread.KEY_BYTES || !HASHED.containsAll(hash.fields())) {
            throw refusals.invalid(
                    "ibv_create_qp", "the key has " + ReceiveSpread.KEY_BYTES + " bytes, and the fields are " + HASHED);
        }
        return new ReceiveSpread(tables.get(request.table()).queues(), hash);
    }
}
