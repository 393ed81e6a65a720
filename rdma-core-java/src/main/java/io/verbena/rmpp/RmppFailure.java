package io.verbena.rmpp;

import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;

/**
 * Reason why a transfer failed.
 *
 * @param reason kind of the failure
 * @param status status that was sent to the peer or received from it
 * @param sent packet that was sent to the peer: {@code STOP}, {@code ABORT}, or {@code NONE}
 * @param text description with the offending values, to follow "the transfer failed: "
 */
public record RmppFailure(Reason reason, RmppStatus status, RmppType sent, String text) {
    /** Kinds of failures. */
    public enum Reason {
        /** The peer has no resources for the transfer. */
        PEER_STOPPED,
        /** The peer aborted the transfer. */
        PEER_ABORTED,
        /** No packet that advances the transfer arrived. */
        NO_PROGRESS,
        /** The transfer advanced, but did not complete in time. */
        TOO_SLOW,
        /** The message exceeds the maximum length. */
        TOO_LONG,
        /** The message ended before its announced length. */
        TRUNCATED,
        /** The lengths in the segments are invalid or contradictory. */
        BAD_LENGTH,
        /** Numbers, flags or data of segments contradict each other or the window. */
        BAD_SEGMENT,
        /** An acknowledgement contradicts what was sent. */
        BAD_ACKNOWLEDGEMENT,
        /** A packet has an invalid version, type, status or header. */
        BAD_PACKET
    }

    /** Returns the description. */
    @Override
    public String toString() {
        return text;
    }
}
