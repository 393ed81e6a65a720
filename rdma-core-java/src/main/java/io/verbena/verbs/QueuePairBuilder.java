package io.verbena.verbs;

import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SendOperation;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Says what a queue pair is to be, and makes it (ibv_create_qp_ex(3)). */
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

    /** It receives into the work queues of a table, by a hash of each packet, and sends nothing. */
    public QueuePairBuilder spreadsOver(IndirectionTable queues, ReceiveHash how) {
        table = queues;
        hash = how;
        return this;
    }

    /** The receiving end of an extended reliable connection is of this domain. */
    public QueuePairBuilder in(XrcDomain domainOfReceivers) {
        xrcDomain = domainOfReceivers;
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

    /** Every send is completed, even one that is posted unsignaled. */
    public QueuePairBuilder completesEverySend() {
        allSignaled = true;
        return this;
    }

    /** What it does beside its service. */
    public QueuePairBuilder flags(QueuePairFlag... wanted) {
        flags = EnumSet.noneOf(QueuePairFlag.class);
        flags.addAll(List.of(wanted));
        return this;
    }

    /**
     * It also posts sends that the device cuts into packets, {@link SendRequests#sendSegmented}; one that is {@link #extended}
     * names {@link SendOperation#TSO}, too. Which devices can tell {@code extensions().segmentation()}.
     *
     * @param mostHeaderBytes the longest headers of such a send, 1 to 65535
     */
    public QueuePairBuilder segmentation(int mostHeaderBytes) {
        headerBytes = require("bytes of headers", mostHeaderBytes, 0xffff);
        return this;
    }

    /**
     * Its packets name this number as that of their sender, and it receives what is sent to that number: it stands below
     * another queue pair of the kernel, such as that of IP over InfiniBand. Only of type UD, and for root.
     *
     * @param number 24 bits, not 0
     */
    public QueuePairBuilder sourceNumber(int number) {
        sourceNumber = require("source queue pair", number, 0xffffff);
        return this;
    }

    /**
     * Makes it, in state RESET.
     *
     * @throws IllegalStateException if nobody said where its requests are completed, or what it receives by
     * @throws IllegalArgumentException if something is of another device
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public QueuePair create() {
        if (type == QueuePairType.XRC_RECEIVE && xrcDomain == null) {
            throw new IllegalStateException("nobody said which XRC domain it is of; call in()");
        }
        boolean receivesElsewhere = type == QueuePairType.XRC_RECEIVE || table != null;
        if (!receivesElsewhere && (sendQueue == null || receiveQueue == null)) {
            throw new IllegalStateException("nobody said where the requests are completed; call completions()");
        }
        return make(cookie -> domain.context().driver().createQueuePair(request(cookie)));
    }

    /**
     * Uses the receiving end of an XRC domain that another process made, by its number (ibv_open_qp(3)).
     *
     * @throws IllegalStateException if nobody said which XRC domain it is of
     * @throws io.verbena.error.SysException if there is none, or the device cannot
     */
    public QueuePair open(int number) {
        XrcDomain opened = xrcDomain;
        if (opened == null) {
            throw new IllegalStateException("nobody said which XRC domain it is of; call in()");
        }
        return make(cookie -> domain.context().driver().openQueuePair(opened.handle(), number, cookie));
    }

    private QueuePair make(LongFunction<CreatedQueuePair> create) {
        List<VerbsObject> owners = owners();
        owners.forEach(domain::requireSameDevice);
        return VerbsObject.holding(
                owners,
                () -> domain.context()
                        .cookies()
                        .give(cookie -> new QueuePair(
                                domain, owners, type, create.apply(cookie), operations, headerBytes, cookie)));
    }

    private List<VerbsObject> owners() {
        List<VerbsObject> owners = new ArrayList<>(List.of(domain));
        add(owners, sendQueue);
        add(owners, receiveQueue);
        add(owners, sharedReceiveQueue);
        add(owners, xrcDomain);
        add(owners, table);
        return owners;
    }

    private static void add(List<VerbsObject> owners, @Nullable VerbsObject owner) {
        if (owner != null) {
            owners.add(owner);
        }
    }

    private static int require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range; it is from 1 to " + most);
        }
        return value;
    }

    private QueuePairRequest request(long cookie) {
        boolean receivesOnly = type == QueuePairType.XRC_RECEIVE || table != null;
        return new QueuePairRequest(
                domain.handle(),
                type,
                sendQueue == null ? 0 : sendQueue.handle(),
                receiveQueue == null ? 0 : receiveQueue.handle(),
                sharedReceiveQueue == null ? 0 : sharedReceiveQueue.handle(),
                receivesOnly ? NOTHING : capacity,
                allSignaled,
                operations,
                type == QueuePairType.XRC_RECEIVE && xrcDomain != null ? xrcDomain.handle() : 0,
                table == null ? 0 : table.handle(),
                hash,
                flags,
                headerBytes,
                sourceNumber,
                cookie);
    }
}
