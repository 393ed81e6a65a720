package io.verbena.linux;

import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.VerbsWorkQueues;
import io.verbena.jni.verbs.WqAttr;
import io.verbena.jni.verbs.WqInitAttr;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.util.Set;

/** Work queues and their tables by libibverbs. */
final class LinuxWorkQueues implements io.verbena.spi.verbs.VerbsWorkQueues {
    private static final int WITH_FLAGS = 1;
    private static final int CHANGE_STATE = 1;
    private static final int EXPECT_STATE = 2;
    private static final int CHANGE_FLAGS = 4;

    private final long context;
    private final VerbsOutcome outcome;

    LinuxWorkQueues(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public CreatedWorkQueue createWorkQueue(
            long domain, long completionQueue, WorkQueueAttributes attributes, long cookie) {
        WqInitAttr to = new WqInitAttr();
        to.cookie = cookie;
        to.maxRequests = attributes.requests();
        to.maxSegments = attributes.segments();
        to.pd = domain;
        to.cq = completionQueue;
        to.flags = (int) WireEnum.bitsOf(attributes.flags());
        to.mask = to.flags == 0 ? 0 : WITH_FLAGS;
        long queue = outcome.handle("ibv_create_wq", VerbsWorkQueues.createWq(context, to));
        return new CreatedWorkQueue(
                queue,
                VerbsWorkQueues.wqNumber(queue),
                new WorkQueueAttributes(to.maxRequests, to.maxSegments, attributes.flags()));
    }

    @Override
    public void modifyWorkQueue(long queue, WorkQueueState expected, WorkQueueState next) {
        WqAttr to = new WqAttr();
        to.mask = CHANGE_STATE | EXPECT_STATE;
        to.currentState = expected.code();
        to.state = next.code();
        outcome.check("ibv_modify_wq", VerbsWorkQueues.modifyWq(queue, to));
    }

    @Override
    public void modifyWorkQueue(long queue, Set<WorkQueueFlag> some, Set<WorkQueueFlag> these) {
        WqAttr to = new WqAttr();
        to.mask = CHANGE_FLAGS;
        to.flags = (int) WireEnum.bitsOf(these);
        to.flagsMask = (int) WireEnum.bitsOf(some);
        outcome.check("ibv_modify_wq", VerbsWorkQueues.modifyWq(queue, to));
    }

    @Override
    public void destroyWorkQueue(long queue) {
        outcome.check("ibv_destroy_wq", VerbsWorkQueues.destroyWq(queue));
    }

    @Override
    public long createTable(RecordMemory queues, int logSize) {
        try {
            return outcome.handle(
                    "ibv_create_rwq_ind_table", VerbsWorkQueues.createTable(context, queues.address(), logSize));
        } finally {
            Reference.reachabilityFence(queues);
        }
    }

    @Override
    public void destroyTable(long table) {
        outcome.check("ibv_destroy_rwq_ind_table", VerbsWorkQueues.destroyTable(table));
    }
}
