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
 * Settings for connecting a queue pair without a connection manager. Both sides exchange their queue pair numbers and their first
 * packet sequence numbers by other means. The defaults suit two similar hosts.
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

    /** Returns settings for a local port, from 1. */
    public static QueuePairSetup port(int port) {
        return new QueuePairSetup(port);
    }

    /** Sets the index of the P_Key (default: 0). */
    public QueuePairSetup partitionKeyIndex(int index) {
        partitionKeyIndex = index;
        return this;
    }

    /** Sets the operations that the peer may perform in addition to sends (default: none). */
    public QueuePairSetup access(AccessFlag... flags) {
        access = EnumSet.noneOf(AccessFlag.class);
        access.addAll(List.of(flags));
        return this;
    }

    /** Sets the Q_Key of datagrams (default: 0). */
    public QueuePairSetup queueKey(int key) {
        queueKey = key;
        return this;
    }

    /** Sets the address and the queue pair number of the peer. */
    public QueuePairSetup to(AddressVector vector, int queuePair) {
        address = vector;
        destination = queuePair;
        return this;
    }

    /** Sets the address alone, for queue pairs of a driver that connect without the number of a peer. */
    public QueuePairSetup to(AddressVector vector) {
        return to(vector, -1);
    }

    /** Sets the first packet sequence numbers of this side and of the peer (default: 0). */
    public QueuePairSetup sequenceNumbers(int own, int others) {
        sendSequenceNumber = own;
        receiveSequenceNumber = others;
        return this;
    }

    /** Sets the path MTU, which must be the same at both sides (default: 1024). */
    public QueuePairSetup mtu(Mtu value) {
        mtu = value;
        return this;
    }

    /** Sets the timeout of an acknowledgement, 4.096 us * 2^n, and the number of retries (default: 14 and 7). */
    public QueuePairSetup timeout(int exponent, int tries) {
        timeout = exponent;
        retries = tries;
        return this;
    }

    QueuePairSetup timeout(int exponent) {
        return timeout(exponent, retries);
    }

    /**
     * Sets the number of retries after an RNR NAK of the peer, 7 for no limit, and the code of the time that the peer waits after an
     * RNR NAK of this side (default: 6 and 12, which is 0.64 ms).
     */
    public QueuePairSetup receiverNotReady(int tries, int timer) {
        rnrRetries = tries;
        minRnrTimer = timer;
        return this;
    }

    /** Sets the initiator depth and the responder resources: outstanding reads and atomics in each direction (default: 1). */
    public QueuePairSetup reads(int atOnce) {
        reads = atOnce;
        return this;
    }

    /** Returns the attributes of the transition from RESET to INIT. */
    QueuePairAttributes initialisation(QueuePairType type) {
        QueuePairAttributes attributes =
                new QueuePairAttributes().state(QueuePairState.INIT).port(port);
        if (type == QueuePairType.RAW_PACKET) {
            return attributes;
        }
        attributes.partitionKeyIndex(partitionKeyIndex);
        return isConnected(type) ? attributes.access(access) : attributes.queueKey(queueKey);
    }

    /** Returns the attributes of the transition from INIT to RTR. */
    QueuePairAttributes readyToReceive(QueuePairType type) {
        QueuePairAttributes attributes = new QueuePairAttributes().state(QueuePairState.READY_TO_RECEIVE);
        if (isConnected(type)) {
            attributes
                    .address(requireAddress())
                    .pathMtu(mtu)
                    .destinationQueuePair(destination)
                    .receiveSequenceNumber(receiveSequenceNumber);
        }
        return responds(type) ? attributes.responderResources(reads).minRnrTimer(minRnrTimer) : attributes;
    }

    /** Returns the attributes of the transition from RTR to RTS. */
    QueuePairAttributes readyToSend(QueuePairType type) {
        QueuePairAttributes attributes = new QueuePairAttributes().state(QueuePairState.READY_TO_SEND);
        if (type == QueuePairType.RAW_PACKET) {
            return attributes;
        }
        attributes.sendSequenceNumber(sendSequenceNumber);
        if (isReliable(type)) {
            attributes.timeout(timeout);
        }
        return requests(type)
                ? attributes.retries(retries).rnrRetries(rnrRetries).initiatorDepth(reads)
                : attributes;
    }

    /** Makes an initiator of dynamic connections, which is in state RESET, ready to send. */
    void readyInitiator(QueuePair pair) {
        pair.modify(dynamicInitialisation());
        pair.modify(dynamicReadyToReceive());
        pair.modify(readyToSend(QueuePairType.RC));
    }

    /** Makes a target of dynamic connections, which is in state RESET, ready to receive. */
    void readyTarget(QueuePair pair) {
        pair.modify(dynamicInitialisation().access(access));
        pair.modify(dynamicReadyToReceive().minRnrTimer(minRnrTimer));
    }

    private QueuePairAttributes dynamicInitialisation() {
        return new QueuePairAttributes()
                .state(QueuePairState.INIT)
                .partitionKeyIndex(partitionKeyIndex)
                .port(port);
    }

    private QueuePairAttributes dynamicReadyToReceive() {
        return new QueuePairAttributes()
                .state(QueuePairState.READY_TO_RECEIVE)
                .pathMtu(mtu)
                .address(requireAddress());
    }

    private AddressVector requireAddress() {
        AddressVector vector = address;
        if (vector == null) {
            throw new NoSuchElementException("the queue pair to connect to is not set; call to()");
        }
        return vector;
    }

    private static boolean isConnected(QueuePairType type) {
        return type == QueuePairType.UC || isReliable(type);
    }

    /** The sending end of an extended connection does not respond, and has no attributes of a responder (IBA annex A14). */
    private static boolean responds(QueuePairType type) {
        return isReliable(type) && type != QueuePairType.XRC_SEND;
    }

    /** The receiving end of an extended connection sends no requests, and has no attributes of a requester. */
    private static boolean requests(QueuePairType type) {
        return isReliable(type) && type != QueuePairType.XRC_RECEIVE;
    }

    private static boolean isReliable(QueuePairType type) {
        return switch (type) {
            case RC, XRC_SEND, XRC_RECEIVE -> true;
            default -> false;
        };
    }
}
