package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Mtu;
import java.util.EnumSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to connect a queue pair without a connection manager; both sides tell each other their {@link
 * QueuePair#number} and their first packet number by other means. What nobody sets has a value that works between equal
 * hosts.
 */
public final class QueuePairSetup {
    private final int port;
    private int partitionKeyIndex;
    private Set<AccessFlag> access = Set.of();
    private int queueKey;
    private @Nullable AddressVector address;
    private int destination = -1;
    private int receiveSequenceNumber;
    private int sendSequenceNumber;
    private Mtu mtu = Mtu.MTU_1024;
    private int timeout = 14;
    private int retries = 7;
    private int rnrRetries = 6;
    private int minRnrTimer = 12;
    private int reads = 1;

    private QueuePairSetup(int port) {
        this.port = port;
    }

    /** By this port, which counts from 1. */
    public static QueuePairSetup port(int port) {
        return new QueuePairSetup(port);
    }

    /** In the partition whose key stands at this index; the first unless it is said. */
    public QueuePairSetup partitionKeyIndex(int index) {
        partitionKeyIndex = index;
        return this;
    }

    /** What the other side may do by this queue pair; nothing but send unless it is said. */
    public QueuePairSetup access(AccessFlag... flags) {
        access = EnumSet.noneOf(AccessFlag.class);
        access.addAll(List.of(flags));
        return this;
    }

    /** The Q_Key that datagrams must have; 0 unless it is said. */
    public QueuePairSetup queueKey(int key) {
        queueKey = key;
        return this;
    }

    /** The other queue pair, by its number, and the way to it. */
    public QueuePairSetup to(AddressVector way, int queuePair) {
        address = way;
        destination = queuePair;
        return this;
    }

    /** The first packet number of each side; 0 unless it is said. */
    public QueuePairSetup sequenceNumbers(int own, int others) {
        sendSequenceNumber = own;
        receiveSequenceNumber = others;
        return this;
    }

    /** The largest payload of a packet, at both sides; 1024 unless it is said. */
    public QueuePairSetup mtu(Mtu value) {
        mtu = value;
        return this;
    }

    /** How long to wait for an acknowledgement, 4.096 us * 2^n, and how often to send again; 14 and 7 unless it is said. */
    public QueuePairSetup timeout(int exponent, int tries) {
        timeout = exponent;
        retries = tries;
        return this;
    }

    QueuePairSetup timeout(int exponent) {
        return timeout(exponent, retries);
    }

    /**
     * How often to send again when nothing was there to receive into, 7 for ever; and the code of how long the other side
     * is to wait when it is so here. 6 and 12 (0.64 ms) unless it is said.
     */
    public QueuePairSetup receiverNotReady(int tries, int timer) {
        rnrRetries = tries;
        minRnrTimer = timer;
        return this;
    }

    /** How many reads and atomics each side begins and answers at once; 1 unless it is said. */
    public QueuePairSetup reads(int atOnce) {
        reads = atOnce;
        return this;
    }

    /** From RESET to INIT. */
    QueuePairAttributes initialisation(QueuePairType type) {
        QueuePairAttributes attributes = new QueuePairAttributes()
                .state(QueuePairState.INIT)
                .partitionKeyIndex(partitionKeyIndex)
                .port(port);
        return isConnected(type) ? attributes.access(access) : attributes.queueKey(queueKey);
    }

    /** From INIT to RTR. */
    QueuePairAttributes readyToReceive(QueuePairType type) {
        QueuePairAttributes attributes = new QueuePairAttributes().state(QueuePairState.READY_TO_RECEIVE);
        if (isConnected(type)) {
            attributes
                    .address(way())
                    .pathMtu(mtu)
                    .destinationQueuePair(destination)
                    .receiveSequenceNumber(receiveSequenceNumber);
        }
        return isReliable(type) ? attributes.responderResources(reads).minRnrTimer(minRnrTimer) : attributes;
    }

    /** From RTR to RTS. */
    QueuePairAttributes readyToSend(QueuePairType type) {
        QueuePairAttributes attributes =
                new QueuePairAttributes().state(QueuePairState.READY_TO_SEND).sendSequenceNumber(sendSequenceNumber);
        return isReliable(type)
                ? attributes
                        .timeout(timeout)
                        .retries(retries)
                        .rnrRetries(rnrRetries)
                        .initiatorDepth(reads)
                : attributes;
    }

    private AddressVector way() {
        AddressVector way = address;
        if (way == null) {
            throw new NoSuchElementException("nobody said which queue pair to connect to; call to()");
        }
        return way;
    }

    private static boolean isConnected(QueuePairType type) {
        return type == QueuePairType.UC || isReliable(type);
    }

    private static boolean isReliable(QueuePairType type) {
        return switch (type) {
            case RC, XRC_SEND, XRC_RECEIVE -> true;
            default -> false;
        };
    }
}
