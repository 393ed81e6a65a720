package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CmOption;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import java.util.EnumSet;
import java.util.Set;

/** The attributes that take a queue pair to the states of its connection; see rdma_init_qp_attr(3). */
final class QueuePairTransitions {
    private static final String CALL = "rdma_init_qp_attr";

    private QueuePairTransitions() {}

    static QueuePairAttributes attributes(Identifier id, QueuePairState state) {
        CmPort port = id.port;
        if (port == null) {
            throw Failures.state(CALL, id, "be bound to one port, or have an address resolved");
        }
        HostConnection end = id.end;
        if (id.space.isDatagram()) {
            return datagrams(id, port, state);
        }
        if (state == QueuePairState.INIT) {
            return initial(port, end == null ? Set.of() : access(end.connection.terms))
                    .partitionKeyIndex(end == null ? 0 : end.connection.terms.way.pKeyIndex());
        }
        if (end == null || end.connection.state == Connection.State.REQ_SENT) {
            throw Failures.state(CALL, id, "be asked, or accepted");
        }
        ConnectionTerms terms = end.connection.terms;
        return switch (state) {
            case READY_TO_RECEIVE -> receiving(terms);
            case READY_TO_SEND -> sending(id, terms);
            default -> throw none(state);
        };
    }

    private static RuntimeException none(QueuePairState state) {
        return Failures.of(CALL, state, Errno.EINVAL, "a connection takes queue pairs to INIT, RTR and RTS only");
    }

    private static QueuePairAttributes initial(CmPort port, Set<AccessFlag> access) {
        return new QueuePairAttributes()
                .state(QueuePairState.INIT)
                .access(access)
                .port(port.number())
                .partitionKeyIndex(0);
    }

    private static Set<AccessFlag> access(ConnectionTerms terms) {
        Set<AccessFlag> access = EnumSet.of(AccessFlag.REMOTE_WRITE);
        if (terms.responderResources > 0) {
            access.add(AccessFlag.REMOTE_READ);
            access.add(AccessFlag.REMOTE_ATOMIC);
        }
        return access;
    }

    private static QueuePairAttributes receiving(ConnectionTerms terms) {
        return new QueuePairAttributes()
                .state(QueuePairState.READY_TO_RECEIVE)
                .address(terms.way.vector())
                .pathMtu(terms.way.mtu())
                .destinationQueuePair(terms.remoteQueuePair)
                .receiveSequenceNumber(terms.receivePsn)
                .responderResources(terms.responderResources)
                .minRnrTimer(0);
    }

    private static QueuePairAttributes sending(Identifier id, ConnectionTerms terms) {
        Identifier.Options options = id.options;
        return new QueuePairAttributes()
                .state(QueuePairState.READY_TO_SEND)
                .sendSequenceNumber(terms.sendPsn)
                .timeout(
                        options.has(CmOption.ACKNOWLEDGE_TIMEOUT)
                                ? options.get(CmOption.ACKNOWLEDGE_TIMEOUT)
                                : terms.acknowledgeTimeout)
                .retries(terms.retries)
                .rnrRetries(terms.rnrRetries)
                .initiatorDepth(terms.initiatorDepth);
    }

    /** Returns the attributes of a datagram queue pair, which has no peer. */
    private static QueuePairAttributes datagrams(Identifier id, CmPort port, QueuePairState state) {
        return switch (state) {
            case INIT ->
                new QueuePairAttributes()
                        .state(state)
                        .partitionKeyIndex(0)
                        .port(port.number())
                        .queueKey(id.queueKey());
            case READY_TO_RECEIVE -> new QueuePairAttributes().state(state);
            case READY_TO_SEND -> new QueuePairAttributes().state(state).sendSequenceNumber(0);
            default -> throw none(state);
        };
    }
}
