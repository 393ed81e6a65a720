package io.verbena.verbs;

import io.verbena.error.Ranges;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SendOperation;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Builds a queue pair (ibv_create_qp_ex(3)). */
public final class QueuePairBuilder {
    private static final QueuePairCapacity NOTHING = new QueuePairCapacity(0, 0, 0, 0, 0);

    private final ProtectionDomain domain;
    private final QueuePairType type;
    private QueuePairCapacity capacity = QueuePairCapacity.SMALL;
    private @Nullable CompletionQueue sendQueue;
    private @Nullable CompletionQueue receiveQueue;
    private @Nullable SharedReceiveQueue sharedReceiveQueue;
    private @Nullable XrcDomain xrcDomain;
    private @Nullable IndirectionTable table;
    private @Nullable ReceiveHash hash;
    private boolean allSignaled;
    private Set<SendOperation> operations = Set.of();
    private Set<QueuePairFlag> flags = Set.of();
    private int headerBytes;
    private int sourceNumber;

    QueuePairBuilder(ProtectionDomain domain, QueuePairType type) {
        this.domain = domain;
        this.type = type;
    }

    /** Sets the completion queue of sends and receives. */
    public QueuePairBuilder completions(CompletionQueue queue) {
        return completions(queue, queue);
    }

    /** Sets the completion queues of sends and of receives. */
    public QueuePairBuilder completions(CompletionQueue sends, CompletionQueue receives) {
        sendQueue = sends;
        receiveQueue = receives;
        return this;
    }

    /** Makes the queue pair receive from a shared receive queue instead of a queue of its own. */
    public QueuePairBuilder receivesFrom(SharedReceiveQueue queue) {
        sharedReceiveQueue = queue;
        return this;
    }

    /** Makes the queue pair spread received packets over the work queues of a table by a hash. It cannot send. */
    public QueuePairBuilder spreadsOver(IndirectionTable queues, ReceiveHash how) {
        table = queues;
        hash = how;
        return this;
    }

    /** Sets the domain of the receiving end of an extended reliable connection. */
    public QueuePairBuilder in(XrcDomain domainOfReceivers) {
        xrcDomain = domainOfReceivers;
        return this;
    }

    /** Sets the minimum capacity (default: {@link QueuePairCapacity#SMALL}). */
    public QueuePairBuilder capacity(QueuePairCapacity atLeast) {
        capacity = atLeast;
        return this;
    }

    /** Makes the queue pair use the extended functions, which post a batch as a whole, for the given operations only. */
    public QueuePairBuilder extended(Set<SendOperation> wanted) {
        operations = EnumSet.copyOf(wanted);
        return this;
    }

    /** Makes every send generate a completion, even an unsignaled one. */
    public QueuePairBuilder completesEverySend() {
        allSignaled = true;
        return this;
    }

    /** Sets flags (default: none). */
    public QueuePairBuilder flags(QueuePairFlag... wanted) {
        flags = EnumSet.noneOf(QueuePairFlag.class);
        flags.addAll(List.of(wanted));
        return this;
    }

    /**
     * Enables {@link SendRequests#sendSegmented}, where the device divides sends into packets. With {@link #extended} it also
     * requires {@link SendOperation#TSO}. {@code extensions().segmentation()} tells whether a device supports it.
     *
     * @param maxHeaderBytes the maximum length of the headers of such a send, 1 to 65535
     */
    public QueuePairBuilder segmentation(int maxHeaderBytes) {
        headerBytes = Ranges.check("bytes of headers", maxHeaderBytes, 1, 0xffff);
        return this;
    }

    /**
     * Sets the source queue pair number of its packets, and makes it receive the packets for that number, which belongs to a queue
     * pair of the kernel such as that of IP over InfiniBand. Requires type UD and root privileges.
     *
     * @param number 24 bits, not 0
     */
    public QueuePairBuilder sourceNumber(int number) {
        sourceNumber = Ranges.check("source queue pair", number, 1, 0xffffff);
        return this;
    }

    /**
     * Creates the queue pair in state RESET.
     *
     * @throws IllegalStateException if no completion queue is set, or an XRC domain is missing
     * @throws IllegalArgumentException if an object belongs to another device
     */
    public QueuePair create() {
        return create(domain.context(), QueuePair.Posting.OF_VERBS, domain.driver::createQueuePair);
    }

    /** Creates the queue pair by an operation of the driver of a device. */
    QueuePair create(Context device, QueuePair.Posting posting, Function<QueuePairRequest, CreatedQueuePair> creation) {
        device.requireSameDevice(domain);
        if (type == QueuePairType.XRC_RECEIVE && xrcDomain == null) {
            throw new IllegalStateException("the XRC domain is not set; call in()");
        }
        boolean receivesElsewhere = type == QueuePairType.XRC_RECEIVE || table != null;
        if (!receivesElsewhere && (sendQueue == null || receiveQueue == null)) {
            throw new IllegalStateException("the completion queue is not set; call completions()");
        }
        return make(posting, cookie -> creation.apply(request(cookie)));
    }

    /**
     * Opens the receiving end of an XRC domain that another process created, by its number (ibv_open_qp(3)).
     *
     * @throws IllegalStateException if no XRC domain is set
     * @throws io.verbena.error.SysException if there is no such queue pair, or the device does not support it
     */
    public QueuePair open(int number) {
        XrcDomain opened = xrcDomain;
        if (opened == null) {
            throw new IllegalStateException("the XRC domain is not set; call in()");
        }
        return make(QueuePair.Posting.OF_VERBS, cookie -> domain.driver.openQueuePair(opened.handle(), number, cookie));
    }

    private QueuePair make(QueuePair.Posting posting, LongFunction<CreatedQueuePair> create) {
        List<VerbsObject> owners =
                VerbsObject.present(domain, sendQueue, receiveQueue, sharedReceiveQueue, xrcDomain, table);
        owners.forEach(domain::requireSameDevice);
        return VerbsObject.holding(
                owners,
                () -> domain.openDevice.cookies.give(cookie -> new QueuePair(
                        domain, owners, type, create.apply(cookie), operations, posting, headerBytes, cookie)));
    }

    private QueuePairRequest request(long cookie) {
        boolean receivesOnly = type == QueuePairType.XRC_RECEIVE || table != null;
        return new QueuePairRequest(
                domain.handle(),
                type,
                VerbsObject.handleOf(sendQueue),
                VerbsObject.handleOf(receiveQueue),
                VerbsObject.handleOf(sharedReceiveQueue),
                receivesOnly ? NOTHING : capacity,
                allSignaled,
                operations,
                type == QueuePairType.XRC_RECEIVE ? VerbsObject.handleOf(xrcDomain) : 0,
                VerbsObject.handleOf(table),
                hash,
                flags,
                headerBytes,
                sourceNumber,
                cookie);
    }
}
