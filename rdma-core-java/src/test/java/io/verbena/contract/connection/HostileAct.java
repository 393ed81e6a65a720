package io.verbena.contract.connection;

/** A step of a hostile peer, usually a violation of the protocol of messages and requests. */
public enum HostileAct {
    /** Random bytes, at least as long as a header. */
    NONSENSE,

    /** A message shorter than a header. */
    SHORT_HEADER,

    /** A request of another protocol version. */
    VERSION,

    /** A message of an unknown kind. */
    KIND,

    /** A request whose header claims another length. */
    LENGTH,

    /** A request that returns more credits than were spent. */
    CREDITS_OVER_GRANT,

    /** A return of no credits. */
    NO_CREDITS,

    /** A report that a long message was read that was never announced. */
    READ_OF_NOTHING,

    /** A reply to a request that was never sent. */
    REPLY_TO_NOTHING,

    /** A failure of a request that was never sent. */
    FAILURE_OF_NOTHING,

    /** A request with the number of an earlier one. */
    REPEATED_NUMBER,

    /** A message that is no request. */
    NO_REQUEST,

    /** A message without content. */
    EMPTY_MESSAGE,

    /** A long message beyond what the server takes. */
    TOO_LONG,

    /** A long message of no bytes. */
    NOTHING_LONG,

    /** A long message with a wrong key. */
    KEY,

    /** A long message at an address outside its region. */
    ADDRESS,

    /** A long message that exceeds its region. */
    MORE_THAN_IT_HAS,

    /** A request after the end of the channel. */
    AFTER_END,

    /** Twice as many requests as the server has slots, without waiting for credits. */
    WITHOUT_WAITING,

    /** The last message again. */
    REPLAY,

    /** Nothing, for a moment. */
    SILENCE,

    /** A long message whose content is no request. */
    LONG_REQUEST,

    /** A request that is right. */
    REQUEST
}
