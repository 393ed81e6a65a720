package io.verbena.verbs;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says what a queue pair is to be, and makes it. */
public final class QueuePairBuilder {
    private final ProtectionDomain domain;
    private final QueuePairType type;
    private QueuePairCapacity capacity = QueuePairCapacity.SMALL;
    private @Nullable CompletionQueue sendQueue;
    private @Nullable CompletionQueue receiveQueue;
    private @Nullable SharedReceiveQueue sharedReceiveQueue;
    private Set<SendOperation> operations = Set.of();

    QueuePairBuilder(ProtectionDomain domain, QueuePairType type) {
        this.domain = domain;
        this.type = type;
    }

    /** Where its requests are completed, sends and receives. */
    public QueuePairBuilder completions(CompletionQueue queue) {
        return completions(queue, queue);
    }

    /** Where its sends are completed, and where its receives. */
    public QueuePairBuilder completions(CompletionQueue sends, CompletionQueue receives) {
        sendQueue = sends;
        receiveQueue = receives;
        return this;
    }

    /** It receives from this queue, and has none of its own. */
    public QueuePairBuilder receivesFrom(SharedReceiveQueue queue) {
        sharedReceiveQueue = queue;
        return this;
    }

    /** How large it is at least; {@link QueuePairCapacity#SMALL} if nobody says. */
    public QueuePairBuilder capacity(QueuePairCapacity atLeast) {
        capacity = atLeast;
        return this;
    }

    /** It posts by the extended functions, and only these operations: a batch is posted whole or not at all. */
    public QueuePairBuilder extended(Set<SendOperation> wanted) {
        operations = EnumSet.copyOf(wanted);
        return this;
    }

    /**
     * Makes it, in state RESET.
     *
     * @throws IllegalStateException if nobody said where its requests are completed
     * @throws IllegalArgumentException if a queue is of another device
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public QueuePair create() {
        if (sendQueue == null || receiveQueue == null) {
            throw new IllegalStateException("nobody said where the requests are completed; call completions()");
        }
        CompletionQueue sends = sendQueue;
        CompletionQueue receives = receiveQueue;
        List<VerbsObject> owners = new ArrayList<>(List.of(domain, sends, receives));
        if (sharedReceiveQueue != null) {
            owners.add(sharedReceiveQueue);
        }
        owners.forEach(domain::requireSameDevice);
        return VerbsObject.holding(owners, () -> create(owners, sends, receives));
    }

    private QueuePair create(List<VerbsObject> owners, CompletionQueue sends, CompletionQueue receives) {
        CookieTable cookies = domain.context().cookies();
        long cookie = cookies.reserve();
        try {
            CreatedQueuePair created = domain.context()
                    .driver()
                    .queuePairs()
                    .createQueuePair(new QueuePairRequest(
                            domain.handle(),
                            type,
                            sends.handle(),
                            receives.handle(),
                            sharedReceiveQueue == null ? 0 : sharedReceiveQueue.handle(),
                            capacity,
                            false,
                            operations,
                            cookie));
            QueuePair pair = new QueuePair(domain, owners, type, created, !operations.isEmpty(), cookie);
            cookies.bind(cookie, pair);
            return pair;
        } catch (RuntimeException e) {
            cookies.release(cookie);
            throw e;
        }
    }
}
