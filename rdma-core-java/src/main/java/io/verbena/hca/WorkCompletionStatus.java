package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** How a request ended (IBA 10.10.3; ibv_poll_cq(3)). */
public enum WorkCompletionStatus implements WireEnum {
    /** As it should. */
    SUCCESS(0, "success"),
    /** A message was longer than what was there to receive into, or than the path allows. */
    LOCAL_LENGTH_ERROR(1, "local length error"),
    /** The queue pair cannot do this. */
    LOCAL_QUEUE_PAIR_OPERATION_ERROR(2, "local QP operation error"),
    /** Of reliable datagrams, which nobody has. */
    LOCAL_EE_CONTEXT_OPERATION_ERROR(3, "local EE context operation error"),
    /** A segment is not of a region of this protection domain, or reaches beyond it. */
    LOCAL_PROTECTION_ERROR(4, "local protection error"),
    /** The queue pair was in error, or closed, before it was done. */
    FLUSHED(5, "work request flushed"),
    /** The window cannot be bound so. */
    WINDOW_BIND_ERROR(6, "memory window bind error"),
    /** The other side answered what makes no sense. */
    BAD_RESPONSE(7, "bad response"),
    /** A segment may not be written. */
    LOCAL_ACCESS_ERROR(8, "local access error"),
    /** The other side does not do this: too long, or not enabled there. */
    REMOTE_INVALID_REQUEST(9, "remote invalid request error"),
    /** The key, address or length is not one that the other side gave access to. */
    REMOTE_ACCESS_ERROR(10, "remote access error"),
    /** The other side could not do it. */
    REMOTE_OPERATION_ERROR(11, "remote operation error"),
    /** The other side did not acknowledge, after all retries. */
    RETRY_EXCEEDED(12, "transport retry counter exceeded"),
    /** The other side had posted no receive, after all retries. */
    RNR_RETRY_EXCEEDED(13, "RNR retry counter exceeded"),
    /** Of reliable datagrams. */
    LOCAL_RDD_VIOLATION(14, "local RDD violation"),
    /** Of reliable datagrams. */
    REMOTE_INVALID_READ_REQUEST(15, "remote invalid RD request"),
    /** The other side gave it up. */
    REMOTE_ABORTED(16, "remote aborted"),
    /** Of reliable datagrams. */
    INVALID_EE_CONTEXT_NUMBER(17, "invalid EE context number"),
    /** Of reliable datagrams. */
    INVALID_EE_CONTEXT_STATE(18, "invalid EE context state"),
    /** The device is broken. */
    FATAL(19, "fatal error"),
    /** No answer came. */
    RESPONSE_TIMEOUT(20, "response timeout"),
    /** Something that has no other code. */
    GENERAL_ERROR(21, "general error"),
    /** Tag matching failed. */
    TAG_MATCHING_ERROR(22, "tag matching error"),
    /** The software is to end it. */
    TAG_MATCHING_RENDEZVOUS_INCOMPLETE(23, "tag matching rendezvous incomplete"),
    /** A code that is not in the table. */
    UNKNOWN(-1, "unknown");

    private static final WorkCompletionStatus[] CONSTANTS = values();
    private final int code;
    private final String text;

    WorkCompletionStatus(int code, String text) {
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
    public static WorkCompletionStatus of(int code) {
        return Codes.find(CONSTANTS, code, UNKNOWN);
    }
}
