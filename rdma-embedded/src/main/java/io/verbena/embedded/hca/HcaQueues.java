package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.embedded.hca.queue.CompletionQueue;
import io.verbena.embedded.hca.queue.EventQueue;
import io.verbena.embedded.hca.queue.SharedReceiveQueue;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import io.verbena.spi.verbs.VerbsQueues;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Completion channels, completion queues and shared receive queues. */
final class HcaQueues implements VerbsQueues {
    static final int MOST = 1 << 16;
    static final int MOST_ENTRIES = (1 << 22) - 1;
    static final int MOST_REQUESTS = 1 << 14;
    static final int MOST_SEGMENTS = 32;
    static final int VECTORS = 4;

    private static final Set<CompletionField> UNKNOWN =
            EnumSet.of(CompletionField.VLAN, CompletionField.FLOW_TAG, CompletionField.TAG);

    private final Adapter adapter;
    private final HcaDomains domains;
    private final EventQueue events;
    private final Refusals refusals;
    private final NumberTable<Numbered<EventQueue>> channels = new NumberTable<>(1, MOST);
    private final NumberTable<Numbered<CompletionQueue>> completions = new NumberTable<>(1, MOST);
    private final NumberTable<Numbered<SharedReceiveQueue>> receives = new NumberTable<>(1, MOST);

    private record Numbered<T>(int number, T object) {}

    HcaQueues(Adapter adapter, HcaDomains domains, EventQueue events, Refusals refusals) {
        this.adapter = adapter;
        this.domains = domains;
        this.events = events;
        this.refusals = refusals;
    }

    EventQueue channel(long number) {
        return channels.get(number).object();
    }

    CompletionQueue completions(long number) {
        return completions.get(number).object();
    }

    SharedReceiveQueue receives(long number) {
        return receives.get(number).object();
    }

    @Override
    public long createCompletionChannel() {
        return channels.add(
                        refusals,
                        "ibv_create_comp_channel",
                        number -> new Numbered<>(
                                number, new EventQueue(adapter.network().timeline())))
                .number();
    }

    @Override
    public void destroyCompletionChannel(long channel) {
        channels.remove(channel).object().close();
    }

    @Override
    public long createCompletionQueue(int entries, long cookie, long channel, int vector) {
        return create("ibv_create_cq", entries, cookie, channel, vector, null);
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
        if (domain != 0 && domains.domain(domain).root() == domains.domain(domain)) {
            throw refusals.invalid("ibv_create_cq_ex", "the domain of a completion queue is a parent domain");
        }
        if (fields.stream().anyMatch(UNKNOWN::contains) || flags.contains(CompletionQueueFlag.IGNORE_OVERRUN)) {
            throw refusals.unsupported("ibv_create_cq_ex");
        }
        return create("ibv_create_cq_ex", entries, cookie, channel, vector, fields);
    }

    private long create(
            String call, int entries, long cookie, long channel, int vector, @Nullable Set<CompletionField> fields) {
        requireEntries(call, entries);
        if (vector < 0 || vector >= VECTORS) {
            throw refusals.invalid(call, "the vectors are 0 to " + (VECTORS - 1));
        }
        CompletionQueue queue = new CompletionQueue(
                adapter.network().timeline(), entries, fields, cookie, channel == 0 ? null : channel(channel), events);
        return completions
                .add(refusals, call, number -> new Numbered<>(number, queue))
                .number();
    }

    private void requireEntries(String call, int entries) {
        if (entries < 1 || entries > MOST_ENTRIES) {
            throw refusals.invalid(call, "a completion queue has 1 to " + MOST_ENTRIES + " entries");
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
    public void moderateCompletionQueue(long queue, int count, int micros) {
        throw refusals.unsupported("ibv_modify_cq");
    }

    @Override
    public void destroyCompletionQueue(long queue) {
        completions.remove(queue);
    }

    @Override
    public long createSharedReceiveQueue(SharedReceiveQueueRequest request) {
        if (request.type() != SharedReceiveQueueType.BASIC) {
            throw refusals.unsupported("ibv_create_srq_ex");
        }
        SharedReceiveQueueAttributes wanted = request.attributes();
        requireRequests("ibv_create_srq", wanted.requests());
        if (wanted.segments() < 0 || wanted.segments() > MOST_SEGMENTS) {
            throw refusals.invalid("ibv_create_srq", "a receive has at most " + MOST_SEGMENTS + " segments");
        }
        SharedReceiveQueue queue =
                new SharedReceiveQueue(domains.domain(request.domain()), wanted, request.cookie(), events);
        return receives.add(refusals, "ibv_create_srq", number -> new Numbered<>(number, queue))
                .number();
    }

    private void requireRequests(String call, int requests) {
        if (requests < 1 || requests > MOST_REQUESTS) {
            throw refusals.invalid(call, "a shared receive queue has 1 to " + MOST_REQUESTS + " requests");
        }
    }

    @Override
    public int sharedReceiveQueueNumber(long queue) {
        throw refusals.unsupported("ibv_get_srq_num");
    }

    @Override
    public void changeTags(long queue, RecordMemory change) {
        throw refusals.unsupported("ibv_post_srq_ops");
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
        receives.remove(queue);
    }
}
