package io.verbena.embedded.cm;

/** Where one side of a connection stands (IBA 12.9.7). */
enum ConnectionState {
    /** There is no connection. */
    IDLE,
    /** It has asked. */
    REQ_SENT,
    /** It has asked, and is told to wait. */
    MRA_REQ_RECEIVED,
    /** It is asked, and has told the other side to wait for its program. */
    MRA_REQ_SENT,
    /** It has accepted. */
    REP_SENT,
    /** It has accepted, and is told to wait. */
    MRA_REP_RECEIVED,
    /** It is accepted, and has told the other side to wait for its program. */
    MRA_REP_SENT,
    /** Both have said yes. */
    ESTABLISHED,
    /** It wants to end. */
    DREQ_SENT,
    /** The other side wants to end. */
    DREQ_RECEIVED,
    /** It is over, and packets of it may still be on their way. */
    TIME_WAIT;

    /** Whether it has begun, and either side may still refuse. */
    boolean isBeginning() {
        return switch (this) {
            case REQ_SENT, MRA_REQ_RECEIVED, MRA_REQ_SENT, REP_SENT, MRA_REP_RECEIVED, MRA_REP_SENT -> true;
            case IDLE, ESTABLISHED, DREQ_SENT, DREQ_RECEIVED, TIME_WAIT -> false;
        };
    }
}
