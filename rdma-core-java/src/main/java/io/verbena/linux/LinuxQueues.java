package io.verbena.linux;

import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.IbvQueues;
import io.verbena.jni.verbs.IbvSrqAttr;
import io.verbena.jni.verbs.IbvSrqInitAttr;
import io.verbena.jni.verbs.IbvSrqInitAttrEx;
import io.verbena.jni.verbs.IbvWqAttr;
import io.verbena.jni.verbs.IbvWqInitAttr;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import java.util.Set;

/** Completion channels, completion queues, shared receive queues and work queues by libibverbs. */
abstract class LinuxQueues extends LinuxMemory {
    private static final int MAX_REQUESTS = 1;
    private static final int LIMIT = 2;
    private static final int WITH_TYPE = 1;
    private static final int WITH_DOMAIN = 2;
    private static final int WITH_XRC_DOMAIN = 4;
    private static final int WITH_COMPLETION_QUEUE = 8;
    private static final int WITH_TAGS = 16;
    private static final int WITH_FLAGS = 1;
    private static final int CHANGE_STATE = 1;
    private static final int EXPECT_STATE = 2;
    private static final int CHANGE_FLAGS = 4;

    LinuxQueues(String device, long context) {
        super(device, context);
    }

    @Override
    public long createCompletionChannel() {
        return outcome.handle("ibv_create_comp_channel", IbvQueues.createChannel(context));
    }

    @Override
    public void destroyCompletionChannel(long channel) {
        outcome.check("ibv_destroy_comp_channel", IbvQueues.destroyChannel(channel));
    }

    @Override
    public long createCompletionQueue(int entries, long cookie, long channel, int vector) {
        return outcome.handle("ibv_create_cq", IbvQueues.createCq(context, entries, cookie, channel, vector));
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
                IbvQueues.createCqEx(context, entries, cookie, channel, vector, told, used, domain));
    }

    @Override
    public int completionQueueEntries(long queue) {
        return IbvQueues.cqEntries(queue);
    }

    @Override
    public void resizeCompletionQueue(long queue, int entries) {
        outcome.check("ibv_resize_cq", IbvQueues.resizeCq(queue, entries));
    }

    @Override
    public void moderateCompletionQueue(long queue, int completions, int micros) {
        outcome.check("ibv_modify_cq", IbvQueues.moderateCq(queue, completions, micros));
    }

    @Override
    public void destroyCompletionQueue(long queue) {
        outcome.check("ibv_destroy_cq", IbvQueues.destroyCq(queue));
    }

    @Override
    public long createSharedReceiveQueue(SharedReceiveQueueRequest request) {
        SharedReceiveQueueAttributes attributes = request.attributes();
        if (request.type() != SharedReceiveQueueType.BASIC) {
            return outcome.handle("ibv_create_srq_ex", IbvQueues.createSrqEx(context, extended(request)));
        }
        IbvSrqInitAttr to = new IbvSrqInitAttr();
        to.cookie = request.cookie();
        to.attributes(write(attributes));
        return outcome.handle("ibv_create_srq", IbvQueues.createSrq(request.domain(), to));
    }

    private static IbvSrqAttr write(SharedReceiveQueueAttributes attributes) {
        IbvSrqAttr to = new IbvSrqAttr();
        to.maxRequests = attributes.requests();
        to.maxSegments = attributes.segments();
        to.limit = attributes.limit();
        return to;
    }

    private static IbvSrqInitAttrEx extended(SharedReceiveQueueRequest request) {
        IbvSrqInitAttrEx to = new IbvSrqInitAttrEx();
        to.cookie = request.cookie();
        to.attributes(write(request.attributes()));
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
        return outcome.check("ibv_get_srq_num", IbvQueues.srqNumber(queue));
    }

    @Override
    public void changeTags(long queue, RecordMemory change) {
        outcome.check("ibv_post_srq_ops", IbvQueues.postSrqOps(queue, change.address()), change);
    }

    @Override
    public SharedReceiveQueueAttributes querySharedReceiveQueue(long queue) {
        IbvSrqAttr from = new IbvSrqAttr();
        outcome.check("ibv_query_srq", IbvQueues.querySrq(queue, from));
        return new SharedReceiveQueueAttributes(from.maxRequests, from.maxSegments, from.limit);
    }

    @Override
    public void resizeSharedReceiveQueue(long queue, int requests) {
        IbvSrqAttr to = new IbvSrqAttr();
        to.maxRequests = requests;
        outcome.check("ibv_modify_srq", IbvQueues.modifySrq(queue, to, MAX_REQUESTS));
    }

    @Override
    public void limitSharedReceiveQueue(long queue, int limit) {
        IbvSrqAttr to = new IbvSrqAttr();
        to.limit = limit;
        outcome.check("ibv_modify_srq", IbvQueues.modifySrq(queue, to, LIMIT));
    }

    @Override
    public void destroySharedReceiveQueue(long queue) {
        outcome.check("ibv_destroy_srq", IbvQueues.destroySrq(queue));
    }

    @Override
    public CreatedWorkQueue createWorkQueue(
            long domain, long completionQueue, WorkQueueAttributes attributes, long cookie) {
        IbvWqInitAttr to = new IbvWqInitAttr();
        to.cookie = cookie;
        to.maxRequests = attributes.requests();
        to.maxSegments = attributes.segments();
        to.pd = domain;
        to.cq = completionQueue;
        to.flags = (int) WireEnum.bitsOf(attributes.flags());
        to.mask = to.flags == 0 ? 0 : WITH_FLAGS;
        long queue = outcome.handle("ibv_create_wq", IbvQueues.createWq(context, to));
        return new CreatedWorkQueue(
                queue,
                IbvQueues.wqNumber(queue),
                new WorkQueueAttributes(to.maxRequests, to.maxSegments, attributes.flags()));
    }

    @Override
    public void modifyWorkQueue(long queue, WorkQueueState expected, WorkQueueState next) {
        IbvWqAttr to = new IbvWqAttr();
        to.mask = CHANGE_STATE | EXPECT_STATE;
        to.currentState = expected.code();
        to.state = next.code();
        outcome.check("ibv_modify_wq", IbvQueues.modifyWq(queue, to));
    }

    @Override
    public void modifyWorkQueue(long queue, Set<WorkQueueFlag> some, Set<WorkQueueFlag> these) {
        IbvWqAttr to = new IbvWqAttr();
        to.mask = CHANGE_FLAGS;
        to.flags = (int) WireEnum.bitsOf(these);
        to.flagsMask = (int) WireEnum.bitsOf(some);
        outcome.check("ibv_modify_wq", IbvQueues.modifyWq(queue, to));
    }

    @Override
    public void destroyWorkQueue(long queue) {
        outcome.check("ibv_destroy_wq", IbvQueues.destroyWq(queue));
    }

    @Override
    public long createTable(RecordMemory queues, int logSize) {
        return outcome.handle(
                "ibv_create_rwq_ind_table", IbvQueues.createTable(context, queues.address(), logSize), queues);
    }

    @Override
    public void destroyTable(long table) {
        outcome.check("ibv_destroy_rwq_ind_table", IbvQueues.destroyTable(table));
    }
}
