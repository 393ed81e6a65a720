package io.verbena.rmpp;

import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;

/**
 * Why a transfer failed.
 *
 * @param reason what went wrong
 * @param status the status that was sent to the peer, or came from it
 * @param sent what the peer was told: {@code STOP}, {@code ABORT}, or {@code NONE} if it was told nothing
 * @param text what went wrong, with the values that were wrong, to stand behind "the transfer failed: "
 */
public record RmppFailure(Reason reason, RmppStatus status, RmppType sent, String text) {
    /** What went wrong. */
    public enum Reason {
        /** The peer has no resources for the transfer. */
        PEER_STOPPED,
        /** The peer gave the transfer up. */
        PEER_ABORTED,
        /** Nothing came from the peer, or nothing that helped. */
        NO_PROGRESS,
        /** The transfer went on, but not to an end. */
        TOO_SLOW,
        /** The message is longer than this side accepts. */
        TOO_LONG,
        /** The message ended before the length that its first segment had announced. */
        TRUNCATED,
        /** The lengths in the segments cannot be, or contradict each other. */
        BAD_LENGTH,
        /** The numbers, flags or bytes of segments contradict each other, or the window. */
        BAD_SEGMENT,
        /** An acknowledgement contradicts what was sent. */
        BAD_ACKNOWLEDGEMENT,
        /** A packet has a version, type, status or header that it cannot have. */
        BAD_PACKET
    }

    /** The text. */
    @Override
    public String toString() {
        return text;
    }
}
