package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** Why a connection was refused: the reasons of a REJ message (IBA 12.6.7.2), and the one that iWARP has. */
public enum RejectReason implements WireEnum {
    /** It has no queue pair. */
    NO_QUEUE_PAIR(1, "no QP available"),
    /** It has no end-to-end context. */
    NO_END_TO_END_CONTEXT(2, "no EEC available"),
    /** It has no resources. */
    NO_RESOURCES(3, "no resources available"),
    /** It waited too long. */
    TIMEOUT(4, "timeout"),
    /** It does not know such requests. */
    UNSUPPORTED_REQUEST(5, "unsupported request"),
    /** It does not know the communication ID. */
    INVALID_COMMUNICATION_ID(6, "invalid communication ID"),
    /** The communication IDs do not belong together. */
    INVALID_COMMUNICATION_INSTANCE(7, "invalid communication instance"),
    /** Nobody listens there. */
    INVALID_SERVICE_ID(8, "invalid service ID: nobody listens"),
    /** Not this kind of service. */
    INVALID_TRANSPORT(9, "invalid transport service type"),
    /** An older connection of that queue pair is still there. */
    STALE_CONNECTION(10, "stale connection"),
    /** No such reliable datagram domain. */
    NO_DATAGRAM_DOMAIN(11, "RDC does not exist"),
    /** The GID of the path is not its own. */
    PRIMARY_GID(12, "primary port GID rejected"),
    /** The LID of the path is not its own. */
    PRIMARY_LID(13, "primary port LID rejected"),
    /** Not this service level. */
    INVALID_SERVICE_LEVEL(14, "invalid SL"),
    /** Not this traffic class. */
    INVALID_TRAFFIC_CLASS(15, "invalid traffic class"),
    /** Not this hop limit. */
    INVALID_HOP_LIMIT(16, "invalid hop limit"),
    /** Not this rate. */
    INVALID_RATE(17, "invalid packet rate"),
    /** Ask at another port, with another connection manager. */
    PORT_AND_CM_REDIRECTION(24, "port and CM redirection"),
    /** Ask at another port. */
    PORT_REDIRECTION(25, "port redirection"),
    /** Not packets of that size. */
    INVALID_MTU(26, "invalid path MTU"),
    /** It cannot answer so many reads at once. */
    INSUFFICIENT_RESOURCES(27, "insufficient responder resources"),
    /** The program there refused. */
    CONSUMER(28, "consumer reject"),
    /** Not that many retries. */
    RNR_RETRIES(29, "RNR retry count rejected"),
    /** The communication ID is used already. */
    DUPLICATE_COMMUNICATION_ID(30, "duplicate local communication ID"),
    /** Another version of the protocol. */
    INVALID_VERSION(31, "invalid class version"),
    /** Not this flow label. */
    INVALID_FLOW_LABEL(32, "invalid flow label"),
    /** Not these options of enhanced connection establishment. */
    VENDOR_OPTION(35, "vendor option is not supported"),
    /** On iWARP: nobody listens there, or the program there refused. */
    CONNECTION_REFUSED(-111, "connection refused"),
    /** On iWARP: the program there refused. */
    CONNECTION_RESET(-104, "connection reset"),
    /** A reason that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final RejectReason[] CONSTANTS = values();
    private final int code;
    private final String text;

    RejectReason(int code, String text) {
        this.code = code;
        this.text = text;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }

    /** The constant with this code, {@link #UNKNOWN} where there is none. */
    public static RejectReason of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
