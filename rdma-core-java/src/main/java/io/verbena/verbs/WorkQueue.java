package io.verbena.verbs;

import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.spi.verbs.CreatedWorkQueue;
import java.util.List;
import java.util.Set;

/**
 * A queue of receives that is of no queue pair (ibv_create_wq(3)). An {@link IndirectionTable} spreads packets over some of
 * them. Several threads may post, each with a batch of its own.
 */
public final class WorkQueue extends VerbsObject {
    private final Context context;
    private final CreatedWorkQueue created;
    private final long cookie;

    private WorkQueue(List<VerbsObject> owners, Context context, CreatedWorkQueue created, long cookie) {
        super(owners);
        this.context = context;
        this.created = created;
        this.cookie = cookie;
    }

    static WorkQueue create(ProtectionDomain domain, CompletionQueue completions, WorkQueueAttributes attributes) {
        domain.requireSameDevice(completions);
        Context context = domain.context();
        List<VerbsObject> owners = List.of(domain, completions);
        return holding(
                owners,
                () -> context.cookies().give(cookie -> {
                    CreatedWorkQueue created =
                            context.driver().createWorkQueue(domain.handle(), completions.handle(), attributes, cookie);
                    return new WorkQueue(owners, context, created, cookie);
                }));
    }

    @Override
    Context context() {
        return context;
    }

    long handle() {
        return created.handle();
    }

    /** Its number for the device. */
    public int number() {
        return created.number();
    }

    /** How large it is, which may be larger than was asked for. */
    public WorkQueueAttributes attributes() {
        return created.attributes();
    }

    /**
     * Takes it to a state from the one that it is in: RESET to READY to receive, READY to ERROR to end what is posted, ERROR
     * to RESET to forget it.
     *
     * @throws io.verbena.error.SysException if it is in another state
     */
    public void modify(WorkQueueState expected, WorkQueueState next) {
        using(() -> driver().modifyWorkQueue(handle(), expected, next));
    }

    /** Lets it do {@code these} of {@code some}, and the others of them no longer. */
    public void modify(Set<WorkQueueFlag> some, Set<WorkQueueFlag> these) {
        using(() -> driver().modifyWorkQueue(handle(), some, these));
    }

    /** A batch of so many receives for this queue. */
    public ReceiveRequests receiveRequests(int capacity) {
        return new ReceiveRequests(
                context.driver(), capacity, created.attributes().segments());
    }

    /**
     * Posts a batch, and empties it.
     *
     * @throws WorkRequestException if one cannot be posted; those before it are, and the batch stays as it is
     */
    public void post(ReceiveRequests batch) {
        WorkRequests requests = batch.requests();
        if (requests.count() == 0) {
            return;
        }
        enter();
        try {
            long outcome =
                    context.driver().postWorkReceive(handle(), requests.memory(), requests.stride(), requests.count());
            VerbsErrors.checkPosted("ibv_post_wq_recv", this, outcome, requests.count());
        } finally {
            exit();
        }
        batch.clear();
    }

    @Override
    int closingRank() {
        return 2;
    }

    @Override
    void destroy() {
        driver().destroyWorkQueue(handle());
    }

    @Override
    void destroyed() {
        context.cookies().release(cookie);
    }

    @Override
    public String toString() {
        return "WorkQueue[" + context + ", " + number() + "]";
    }
}
