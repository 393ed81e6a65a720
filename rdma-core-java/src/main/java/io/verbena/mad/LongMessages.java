package io.verbena.mad;

import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppHeader;

/** How much data is in a long message that was put together behind the header of its first segment (IBA 13.6.2). */
final class LongMessages {
    static final int RMPP_FLAGS = 7;
    static final int RMPP_HEADER = RmppHeader.LENGTH;
    private static final int SEGMENT_PAYLOAD = MadCodec.LENGTH - RMPP_HEADER;

    private LongMessages() {}

    /**
     * The bytes behind the header.
     *
     * @param headerLength of the class, its own fields behind the RMPP header included
     * @throws IllegalArgumentException if less has arrived than the message claims to have
     */
    static int dataLength(MadMessage message, int headerLength) {
        int flags = message.u8(MadCodec.RMPP_FLAGS);
        long claimed = message.u32(MadCodec.RMPP_PAYLOAD_LENGTH);
        int arrived = message.length() - headerLength;
        int ownFields = headerLength - RMPP_HEADER;
        boolean last = (flags & RmppFlag.LAST.code()) != 0;
        if ((flags & RmppFlag.FIRST.code()) == 0) {
            throw new IllegalArgumentException(
                    "RMPP flags of 0x%x: it does not begin with its first segment".formatted(flags & RMPP_FLAGS));
        }
        if (!last && message.length() <= MadCodec.LENGTH) {
            throw new IllegalArgumentException("the first segment of a message that claims " + claimed
                    + " bytes; the rest was cut off on its way");
        }
        if (last && (claimed < ownFields || claimed > SEGMENT_PAYLOAD)) {
            throw new IllegalArgumentException("a payload length of " + claimed + " in its last segment; it is from "
                    + ownFields + " to " + SEGMENT_PAYLOAD);
        }
        if (claimed == 0) {
            return arrived;
        }
        long segments = (claimed + SEGMENT_PAYLOAD - 1) / SEGMENT_PAYLOAD;
        long data = claimed - segments * ownFields;
        if (data < 0 || data > arrived) {
            throw new IllegalArgumentException("only " + arrived + " bytes of data, though it claims " + claimed);
        }
        return (int) data;
    }
}
