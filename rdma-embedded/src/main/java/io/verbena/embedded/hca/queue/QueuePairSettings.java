package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AlternatePath;
import io.verbena.hca.MigrationState;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.WireEnum;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a queue pair. They are written with the locks of both halves held, so that holding either is enough
 * to read them.
 */
final class QueuePairSettings {
    private static final AddressVector NOWHERE = AddressVector.to(1, Lid.NONE);

    int queueKey;
    int access;
    Mtu mtu = Mtu.MTU_256;
    int destination;
    int receiveSequenceNumber;
    int sendSequenceNumber;
    int retries;
    int rnrRetries;
    int minRnrTimer;
    int readsBegun;
    int readsAnswered;
    boolean reportsDrained;

    /** The path of a connection. Its port and P_Key index also belong to other queue pairs. */
    private volatile Path path = new Path(1, 0, NOWHERE, 0);

    private volatile @Nullable AlternatePath alternate;
    private volatile MigrationState migration = MigrationState.MIGRATED;

    /** The way to the peer. It changes as a whole when a connection migrates, which takes no lock of either half. */
    record Path(int port, int partitionKeyIndex, AddressVector address, int timeout) {}

    /** The limit of the send rate in kb/s; 0 for none. */
    volatile int rateKilobits;

    synchronized void apply(QueuePairAttributes from) {
        path = new Path(
                number(from, QueuePairAttribute.PORT, path.port),
                number(from, QueuePairAttribute.PARTITION_KEY_INDEX, path.partitionKeyIndex),
                value(from, QueuePairAttribute.ADDRESS, AddressVector.class, path.address),
                number(from, QueuePairAttribute.TIMEOUT, path.timeout));
        if (from.has(QueuePairAttribute.ALTERNATE_PATH)) {
            alternate = from.get(QueuePairAttribute.ALTERNATE_PATH, AlternatePath.class);
        }
        MigrationState wanted = value(from, QueuePairAttribute.MIGRATION_STATE, MigrationState.class, migration);
        if (wanted != migration && (wanted == MigrationState.REARM || !migrate())) {
            migration = wanted;
        }
        queueKey = number(from, QueuePairAttribute.QUEUE_KEY, queueKey);
        access = from.has(QueuePairAttribute.ACCESS) ? (int) WireEnum.bitsOf(from.access()) : access;
        mtu = value(from, QueuePairAttribute.PATH_MTU, Mtu.class, mtu);
        destination = number(from, QueuePairAttribute.DESTINATION_QUEUE_PAIR, destination);
        receiveSequenceNumber = number(from, QueuePairAttribute.RECEIVE_SEQUENCE_NUMBER, receiveSequenceNumber);
        sendSequenceNumber = number(from, QueuePairAttribute.SEND_SEQUENCE_NUMBER, sendSequenceNumber);
        retries = number(from, QueuePairAttribute.RETRIES, retries);
        rnrRetries = number(from, QueuePairAttribute.RNR_RETRIES, rnrRetries);
        minRnrTimer = number(from, QueuePairAttribute.MIN_RNR_TIMER, minRnrTimer);
        readsBegun = number(from, QueuePairAttribute.INITIATOR_DEPTH, readsBegun);
        readsAnswered = number(from, QueuePairAttribute.RESPONDER_RESOURCES, readsAnswered);
        rateKilobits = number(from, QueuePairAttribute.RATE_LIMIT, rateKilobits);
        reportsDrained = value(from, QueuePairAttribute.DRAIN_NOTIFICATION, Boolean.class, reportsDrained);
    }

    Path path() {
        return path;
    }

    @Nullable AlternatePath alternate() {
        return alternate;
    }

    MigrationState migration() {
        return migration;
    }

    synchronized void arm() {
        if (migration == MigrationState.REARM) {
            migration = MigrationState.ARMED;
        }
    }

    synchronized boolean migrate() {
        AlternatePath next = alternate;
        if (migration != MigrationState.ARMED || next == null) {
            return false;
        }
        path = new Path(next.address().port(), next.partitionKeyIndex(), next.address(), next.timeout());
        alternate = null;
        migration = MigrationState.MIGRATED;
        return true;
    }

    synchronized void reset() {
        alternate = null;
        migration = MigrationState.MIGRATED;
    }

    private static int number(QueuePairAttributes from, QueuePairAttribute attribute, int otherwise) {
        return from.has(attribute) ? from.number(attribute) : otherwise;
    }

    private static <T> T value(QueuePairAttributes from, QueuePairAttribute attribute, Class<T> type, T otherwise) {
        return from.has(attribute) ? from.get(attribute, type) : otherwise;
    }

    QueuePairAttributes read(Set<QueuePairAttribute> wanted, QueuePairState state, QueuePairCapacity capacity) {
        QueuePairAttributes to = new QueuePairAttributes();
        for (QueuePairAttribute attribute : wanted) {
            switch (attribute) {
                case STATE -> to.state(state);
                case CURRENT_STATE -> to.currentState(state);
                case DRAIN_NOTIFICATION -> to.drainNotification(reportsDrained);
                case ACCESS -> to.access(WireEnum.setOf(AccessFlag.class, access));
                case PARTITION_KEY_INDEX -> to.partitionKeyIndex(path.partitionKeyIndex);
                case PORT -> to.port(path.port);
                case QUEUE_KEY -> to.queueKey(queueKey);
                case ADDRESS -> to.address(path.address);
                case PATH_MTU -> to.pathMtu(mtu);
                case TIMEOUT -> to.timeout(path.timeout);
                case RETRIES -> to.retries(retries);
                case RNR_RETRIES -> to.rnrRetries(rnrRetries);
                case RECEIVE_SEQUENCE_NUMBER -> to.receiveSequenceNumber(receiveSequenceNumber);
                case SEND_SEQUENCE_NUMBER -> to.sendSequenceNumber(sendSequenceNumber);
                case INITIATOR_DEPTH -> to.initiatorDepth(readsBegun);
                case RESPONDER_RESOURCES -> to.responderResources(readsAnswered);
                case MIN_RNR_TIMER -> to.minRnrTimer(minRnrTimer);
                case DESTINATION_QUEUE_PAIR -> to.destinationQueuePair(destination);
                case CAPACITY -> to.capacity(capacity);
                case MIGRATION_STATE -> to.migrationState(migration);
                case RATE_LIMIT -> to.rateLimit(rateKilobits);
                case ALTERNATE_PATH -> {
                    AlternatePath loaded = alternate;
                    if (loaded != null) {
                        to.alternatePath(loaded);
                    }
                }
            }
        }
        return to;
    }

    String objection(FabricNode node, QueuePairAttributes wanted) {
        int wantedPort = number(wanted, QueuePairAttribute.PORT, path.port);
        if (node.port(wantedPort) == null || wantedPort == 0) {
            return "there is no port " + wantedPort;
        }
        int keyIndex = number(wanted, QueuePairAttribute.PARTITION_KEY_INDEX, 0);
        if (keyIndex >= FabricPort.KEYS) {
            return "the table of partition keys has no index " + keyIndex;
        }
        if (wanted.has(QueuePairAttribute.ADDRESS)) {
            AddressVector vector = wanted.get(QueuePairAttribute.ADDRESS, AddressVector.class);
            String objection = SimulatedAddressHandle.objection(node, vector);
            if (!objection.isEmpty()) {
                return objection;
            }
        }
        String migrating = migrationObjection(node, wanted);
        if (!migrating.isEmpty()) {
            return migrating;
        }
        if (value(wanted, QueuePairAttribute.PATH_MTU, Mtu.class, mtu) == Mtu.UNKNOWN) {
            return "the path MTU is not a valid MTU";
        }
        if (number(wanted, QueuePairAttribute.INITIATOR_DEPTH, 0) > QueuePairPlan.MAX_READS
                || number(wanted, QueuePairAttribute.RESPONDER_RESOURCES, 0) > QueuePairPlan.MAX_READS) {
            return "responder resources and initiator depth are at most " + QueuePairPlan.MAX_READS;
        }
        return "";
    }

    private String migrationObjection(FabricNode node, QueuePairAttributes wanted) {
        AlternatePath next = wanted.has(QueuePairAttribute.ALTERNATE_PATH)
                ? wanted.get(QueuePairAttribute.ALTERNATE_PATH, AlternatePath.class)
                : alternate;
        if (next != null) {
            String objection = SimulatedAddressHandle.objection(node, next.address());
            if (!objection.isEmpty() || next.partitionKeyIndex() >= FabricPort.KEYS) {
                return "of the alternate path, "
                        + (objection.isEmpty() ? "the P_Key index is not in the table" : objection);
            }
        }
        MigrationState state = value(wanted, QueuePairAttribute.MIGRATION_STATE, MigrationState.class, migration);
        if (state == MigrationState.ARMED && migration != MigrationState.ARMED) {
            return "the device enters ARMED by itself; request REARM";
        }
        return state == MigrationState.REARM && next == null ? "REARM requires an alternate path" : "";
    }
}
