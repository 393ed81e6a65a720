package io.verbena.linux;

import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.SrqAttr;
import io.verbena.jni.verbs.SrqInitAttr;
import io.verbena.jni.verbs.SrqInitAttrEx;
import io.verbena.jni.verbs.VerbsQueues;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import java.lang.ref.Reference;
import java.util.Set;

/** Queues by libibverbs. */
final class LinuxQueues implements io.verbena.spi.verbs.VerbsQueues {
    private static final int MAX_REQUESTS = 1;
    private static final int LIMIT = 2;
    private static final int WITH_TYPE = 1;
    private static final int WITH_DOMAIN = 2;
    private static final int WITH_XRC_DOMAIN = 4;
    private static final int WITH_COMPLETION_QUEUE = 8;
    private static final int WITH_TAGS = 16;

    private final long context;
    private final VerbsOutcome outcome;

    LinuxQueues(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public long createCompletionChannel() {
        return outcome.handle("ibv_create_comp_channel", VerbsQueues.createChannel(context));
    }

    @Override
    public void destroyCompletionChannel(long channel) {
        outcome.check("ibv_destroy_comp_channel", VerbsQueues.destroyChannel(channel));
    }

    @Override
    public long createCompletionQueue(int entries, long cookie, long channel, int vector) {
        return outcome.handle("ibv_create_cq", VerbsQueues.createCq(context, entries, cookie, channel, vector));
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
        long told = WireEnum.bitsOf(fields);
        int used = (int) WireEnum.bitsOf(flags);
        return outcome.handle(
                "ibv_create_cq_ex",
                VerbsQueues.createCqEx(context, entries, cookie, channel, vector, told, used, domain));
    }

    @Override
    public int completionQueueEntries(long queue) {
        return VerbsQueues.cqEntries(queue);
    }

    @Override
    public void resizeCompletionQueue(long queue, int entries) {
        outcome.check("ibv_resize_cq", VerbsQueues.resizeCq(queue, entries));
    }

    @Override
    public void moderateCompletionQueue(long queue, int completions, int micros) {
        outcome.check("ibv_modify_cq", VerbsQueues.moderateCq(queue, completions, micros));
    }

    @Override
    public void destroyCompletionQueue(long queue) {
        outcome.check("ibv_destroy_cq", VerbsQueues.destroyCq(queue));
    }

    @Override
    public long createSharedReceiveQueue(SharedReceiveQueueRequest request) {
        SharedReceiveQueueAttributes attributes = request.attributes();
        if (request.type() != SharedReceiveQueueType.BASIC) {
            return outcome.handle("ibv_create_srq_ex", VerbsQueues.createSrqEx(context, extended(request)));
        }
        SrqInitAttr to = new SrqInitAttr();
        to.cookie = request.cookie();
        to.maxRequests = attributes.requests();
        to.maxSegments = attributes.segments();
        to.limit = attributes.limit();
        return outcome.handle("ibv_create_srq", VerbsQueues.createSrq(request.domain(), to));
    }

    private static SrqInitAttrEx extended(SharedReceiveQueueRequest request) {
        SrqInitAttrEx to = new SrqInitAttrEx();
        to.cookie = request.cookie();
        to.maxRequests = request.attributes().requests();
        to.maxSegments = request.attributes().segments();
        to.limit = request.attributes().limit();
        to.type = request.type().code();
        to.pd = request.domain();
        to.xrcd = request.xrcDomain();
        to.cq = request.completionQueue();
        to.maxTags = request.tags();
        to.maxOperations = request.operations();
        to.mask = WITH_TYPE
                | WITH_DOMAIN
                | (to.xrcd == 0 ? 0 : WITH_XRC_DOMAIN)
                | (to.cq == 0 ? 0 : WITH_COMPLETION_QUEUE)
                | (to.maxTags == 0 ? 0 : WITH_TAGS);
        return to;
    }

    @Override
    public int sharedReceiveQueueNumber(long queue) {
        return outcome.check("ibv_get_srq_num", VerbsQueues.srqNumber(queue));
    }

    @Override
    public void changeTags(long queue, RecordMemory change) {
        try {
            outcome.check("ibv_post_srq_ops", VerbsQueues.postSrqOps(queue, change.address()));
        } finally {
            Reference.reachabilityFence(change);
        }
    }

    @Override
    public SharedReceiveQueueAttributes querySharedReceiveQueue(long queue) {
        SrqAttr from = new SrqAttr();
        outcome.check("ibv_query_srq", VerbsQueues.querySrq(queue, from));
        return new SharedReceiveQueueAttributes(from.maxRequests, from.maxSegments, from.limit);
    }

    @Override
    public void resizeSharedReceiveQueue(long queue, int requests) {
        SrqAttr to = new SrqAttr();
        to.maxRequests = requests;
        outcome.check("ibv_modify_srq", VerbsQueues.modifySrq(queue, to, MAX_REQUESTS));
    }

    @Override
    public void limitSharedReceiveQueue(long queue, int limit) {
        SrqAttr to = new SrqAttr();
        to.limit = limit;
        outcome.check("ibv_modify_srq", VerbsQueues.modifySrq(queue, to, LIMIT));
    }

    @Override
    public void destroySharedReceiveQueue(long queue) {
        outcome.check("ibv_destroy_srq", VerbsQueues.destroySrq(queue));
    }
}
