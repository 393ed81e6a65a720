package io.verbena.verbs;

import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * A receive work queue, which belongs to no queue pair (ibv_create_wq(3)). A table of {@code Context.indirectionTable} spreads
 * packets over several of them. Several threads may post, each with a batch of its own.
 */
public final class WorkQueue extends QueueObject {
    private final CreatedWorkQueue created;
    private final long cookie;

    private WorkQueue(List<VerbsObject> owners, CreatedWorkQueue created, long cookie) {
        super(Rank.REGION, owners, created.handle(), VerbsDriver::destroyWorkQueue);
        this.created = created;
        this.cookie = cookie;
    }

    static WorkQueue create(ProtectionDomain domain, CompletionQueue completions, WorkQueueAttributes attributes) {
        return create(
                domain,
                completions,
                cookie -> domain.driver.createWorkQueue(domain.handle(), completions.handle(), attributes, cookie));
    }

    /** Creates a queue by an operation that takes its cookie. */
    static WorkQueue create(
            ProtectionDomain domain, CompletionQueue completions, LongFunction<CreatedWorkQueue> creation) {
        domain.requireSameDevice(completions);
        List<VerbsObject> owners = List.of(domain, completions);
        return holding(
                owners,
                () -> domain.openDevice.cookies.give(cookie -> new WorkQueue(owners, creation.apply(cookie), cookie)));
    }

    /** Returns the number that the device assigned. */
    public int number() {
        return created.number();
    }

    /** Returns the attributes, whose sizes may exceed the requested ones. */
    public WorkQueueAttributes attributes() {
        return created.attributes();
    }

    /**
     * Changes the state: from RESET to READY to start receiving, from READY to ERROR to flush the requests, and from ERROR to RESET
     * to discard them.
     *
     * @throws io.verbena.error.SysException if the queue is not in the expected state
     */
    public void modify(WorkQueueState expected, WorkQueueState next) {
        using(() -> driver.modifyWorkQueue(handle(), expected, next));
    }

    /** Sets the flags of {@code some} that are in {@code these}, and clears the other flags of {@code some}. */
    public void modify(Set<WorkQueueFlag> some, Set<WorkQueueFlag> these) {
        using(() -> driver.modifyWorkQueue(handle(), some, these));
    }

    /** Returns a batch of receive requests for this queue. */
    public ReceiveRequests receiveRequests(int capacity) {
        return new ReceiveRequests(driver, capacity, created.attributes().segments());
    }

    /**
     * Posts a batch and clears it.
     *
     * @throws WorkRequestException if a request cannot be posted. The requests before it are posted, and the batch is unchanged
     */
    public void post(ReceiveRequests batch) {
        batch.post(this, "ibv_post_wq_recv", DataPath::postWorkReceive);
    }

    @Override
    void destroyed() {
        openDevice.cookies.release(cookie);
    }

    @Override
    public String toString() {
        return "WorkQueue[" + openDevice + ", " + number() + "]";
    }
}
