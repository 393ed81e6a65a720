package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.EventQueue;
import io.verbena.embedded.hca.queue.ReceiveSpread;
import io.verbena.embedded.hca.queue.SimulatedCompletionQueue;
import io.verbena.embedded.hca.queue.SimulatedSharedReceiveQueue;
import io.verbena.embedded.hca.queue.SimulatedWorkQueue;
import io.verbena.embedded.hca.queue.TagMatching;
import io.verbena.embedded.hca.queue.XrcDomainFile;
import io.verbena.error.Errno;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueState;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Completion channels and queues, shared receive queues, work queues, and the tables by which queue pairs spread datagrams. */
abstract class HcaQueues extends HcaMemory {
    private final NumberTable<EventQueue> channels = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<SimulatedCompletionQueue> completions = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<XrcDomainFile> xrcDomains = new NumberTable<>(1, MAX_OBJECTS);

    private static final AtomicLong PRIVATE = new AtomicLong();

    final EventQueue events;

    HcaQueues(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
        this.events = new EventQueue(adapter.network().timeline());
    }

    EventQueue channel(long number) {
        return channels.get(number);
    }

    SimulatedCompletionQueue completions(long number) {
        return completions.get(number);
    }

    SimulatedSharedReceiveQueue receives(long number) {
        return adapter.sharedReceiveQueues().get(number);
    }

    @Override
    public long createCompletionChannel() {
        return channels.put(
                refusals,
                "ibv_create_comp_channel",
                new EventQueue(adapter.network().timeline()));
    }

    @Override
    public void destroyCompletionChannel(long channel) {
        channels.remove(channel).close();
    }

    @Override
    public long createCompletionQueue(int entries, long cookie, long channel, int vector) {
        return create("ibv_create_cq", entries, cookie, channel, vector, null, false);
    }

    @Override
    public long createExtendedCompletionQueue(
            int entries,
            long cookie,
            long channel,
            int vector,
            Set<CompletionField> fields,
            Set<CompletionQueueFlag> flags,
            long domain) {
        if (domain != 0 && domain(domain).root() == domain(domain)) {
            throw refusals.invalid("ibv_create_cq_ex", "the domain of a completion queue is a parent domain");
        }
        if (flags.contains(CompletionQueueFlag.IGNORE_OVERRUN)) {
            throw unsupported("ibv_create_cq_ex");
        }
        return create("ibv_create_cq_ex", entries, cookie, channel, vector, fields.isEmpty() ? null : fields, false);
    }

    long create(
            String call,
            int entries,
            long cookie,
            long channel,
            int vector,
            @Nullable Set<CompletionField> fields,
            boolean sourceGids) {
        requireEntries(call, entries);
        if (vector < 0 || vector >= COMPLETION_VECTORS) {
            throw refusals.invalid(call, "the vectors are 0 to " + (COMPLETION_VECTORS - 1));
        }
        SimulatedCompletionQueue queue = new SimulatedCompletionQueue(
                adapter.network(), entries, fields, sourceGids, cookie, channel == 0 ? null : channel(channel), events);
        return completions.put(refusals, call, queue);
    }

    private void requireEntries(String call, int entries) {
        if (entries < 1 || entries > MAX_ENTRIES) {
            throw refusals.invalid(call, "a completion queue has 1 to " + MAX_ENTRIES + " entries");
        }
    }

    @Override
    public int completionQueueEntries(long queue) {
        return completions(queue).entries();
    }

    @Override
    public void resizeCompletionQueue(long queue, int entries) {
        requireEntries("ibv_resize_cq", entries);
        if (!completions(queue).resize(entries)) {
            throw refusals.invalid("ibv_resize_cq", "there are more than " + entries + " completions in it");
        }
    }

    @Override
    public void moderateCompletionQueue(long queue, int completed, int micros) {
        if (completed < 0 || completed > MAX_MODERATION || micros < 0 || micros > MAX_MODERATION) {
            throw refusals.invalid("ibv_modify_cq", "completions and microseconds are 0 to " + MAX_MODERATION);
        }
        completions(queue).moderate(completed, micros);
    }

    @Override
    public void destroyCompletionQueue(long queue) {
        completions.remove(queue);
    }

    @Override
    public long createSharedReceiveQueue(SharedReceiveQueueRequest request) {
        boolean extended = request.type() == SharedReceiveQueueType.XRC;
        SharedReceiveQueueAttributes wanted = request.attributes();
        requireRequests("ibv_create_srq", wanted.requests());
        if (wanted.segments() < 0 || wanted.segments() > MAX_SEGMENTS) {
            throw refusals.invalid("ibv_create_srq", "a receive has at most " + MAX_SEGMENTS + " segments");
        }
        SimulatedSharedReceiveQueue made = new SimulatedSharedReceiveQueue(
                domain(request.domain()),
                extended ? xrcDomain(request.xrcDomain()) : null,
                request.completionQueue() == 0 ? null : completions(request.completionQueue()),
                request.type() == SharedReceiveQueueType.TAG_MATCHING ? tags(request) : null,
                wanted,
                request.cookie(),
                events);
        return adapter.sharedReceiveQueues().put(refusals, "ibv_create_srq", made);
    }

    private TagMatching tags(SharedReceiveQueueRequest request) {
        if (request.tags() < 1 || request.tags() > MAX_TAGS || request.operations() < 0) {
            throw refusals.invalid("ibv_create_srq_ex", "a tag list has 1 to " + MAX_TAGS + " receives");
        }
        return new TagMatching(request.tags(), MAX_SEGMENTS, completions(request.completionQueue()));
    }

    @Override
    public void changeTags(long queue, RecordMemory change) {
        int errno = receives(queue).changeTags(change.bytes());
        if (errno != 0) {
            throw refusals.refuse(
                    "ibv_post_srq_ops",
                    errno,
                    errno == Errno.ENOMEM ? "the tag list is full" : "the queue has no tag list, or no such change");
        }
    }

    @Override
    public int sharedReceiveQueueNumber(long queue) {
        return (int) queue;
    }

    XrcDomainFile xrcDomain(long number) {
        return xrcDomains.get(number);
    }

    @Override
    public long openXrcDomain(String file, boolean create, boolean exclusive) {
        XrcDomainFile domain = new XrcDomainFile(file.isEmpty() ? "private " + PRIVATE.incrementAndGet() : real(file));
        if (!adapter.open(domain, create, exclusive)) {
            throw create
                    ? refusals.invalid("ibv_open_xrcd", "the domain of " + file + " exists already")
                    : refusals.refuse("ibv_open_xrcd", Errno.EAGAIN, "no program has created the domain of " + file);
        }
        return xrcDomains.put(refusals, "ibv_open_xrcd", domain);
    }

    private String real(String file) {
        try {
            return Path.of(file).toRealPath().toString();
        } catch (IOException e) {
            throw refusals.refuse("ibv_open_xrcd", Errno.ENOENT, "there is no file " + file + "; create it");
        }
    }

    @Override
    public void closeXrcDomain(long domain) {
        adapter.close(xrcDomains.remove(domain));
    }

    private void requireRequests(String call, int requests) {
        if (requests < 1 || requests > MAX_REQUESTS) {
            throw refusals.invalid(call, "a shared receive queue has 1 to " + MAX_REQUESTS + " requests");
        }
    }

    @Override
    public SharedReceiveQueueAttributes querySharedReceiveQueue(long queue) {
        return receives(queue).attributes();
    }

    @Override
    public void resizeSharedReceiveQueue(long queue, int requests) {
        requireRequests("ibv_modify_srq", requests);
        if (!receives(queue).resize(requests)) {
            throw refusals.invalid("ibv_modify_srq", "there are more than " + requests + " requests in it");
        }
    }

    @Override
    public void limitSharedReceiveQueue(long queue, int limit) {
        if (limit < 0 || limit > receives(queue).attributes().requests()) {
            throw refusals.invalid("ibv_modify_srq", "the limit is at most how many requests it has");
        }
        receives(queue).limit(limit);
    }

    @Override
    public void destroySharedReceiveQueue(long queue) {
        adapter.sharedReceiveQueues().remove(queue);
    }

    private final NumberTable<SimulatedWorkQueue> workQueues = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<List<SimulatedWorkQueue>> tables = new NumberTable<>(1, MAX_OBJECTS);

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
        SimulatedSharedReceiveQueue requests = new SimulatedSharedReceiveQueue(
                domain(domain), null, completions(completionQueue), null, sizes, cookie, events);
        SimulatedWorkQueue made =
                workQueues.add(refusals, "ibv_create_wq", number -> new SimulatedWorkQueue(number, requests));
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
        return tables.put(refusals, "ibv_create_rwq_ind_table", entries);
    }

    @Override
    public void destroyTable(long table) {
        tables.remove(table);
    }

    @Nullable ReceiveSpread spread(QueuePairRequest request) {
        ReceiveHash hash = request.hash();
        if (hash == null) {
            return null;
        }
        if (hash.key().length != ReceiveSpread.KEY_BYTES || !HASHED.containsAll(hash.fields())) {
            throw refusals.invalid(
                    "ibv_create_qp", "the key has " + ReceiveSpread.KEY_BYTES + " bytes, and the fields are " + HASHED);
        }
        return new ReceiveSpread(tables.get(request.table()), hash);
    }
}
