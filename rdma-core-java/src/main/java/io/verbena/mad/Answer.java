package io.verbena.mad;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the answer to a call is read.
 *
 * @param <T> what it is to the caller
 */
interface Answer<T> {
    /**
     * Reads it; what it keeps, it copies.
     *
     * @throws IllegalArgumentException if the answer is not what it claims to be; the message names what
     */
    T read(MadMessage message);

    /** Whether the answer may be longer than a datagram, and come by RMPP. */
    default boolean isLong() {
        return false;
    }

    /** What it is when the subnet administration says that it has no such record; null if that is an error. */
    default @Nullable T ofNoRecords() {
        return null;
    }

    /** Whether there is an answer at all. */
    default boolean isAwaited() {
        return true;
    }

    /** One attribute: the one copy that is made of it. */
    static <T extends Structure> Answer<T> attribute(Layout<T> layout, int offset) {
        return message -> layout.wrap(message.copy(offset, layout.length()), 0);
    }

    /** A table of records of the subnet administration. */
    record Table<T extends Structure>(Layout<T> layout, int headerLength) implements Answer<List<T>> {
        int attributeId() {
            return layout.attributeId();
        }

        @Override
        public List<T> ofNoRecords() {
            return List.of();
        }

        @Override
        public List<T> read(MadMessage message) {
            if (!message.isRmpp()) {
                throw new IllegalArgumentException("RMPP flags of 0x%x, but a table is sent with RMPP"
                        .formatted(message.u8(MadCodec.RMPP_FLAGS) & LongMessages.RMPP_FLAGS));
            }
            int length = LongMessages.dataLength(message, headerLength);
            int distance = message.u16(MadCodec.ATTRIBUTE_OFFSET) * Long.BYTES;
            return RecordList.of(layout, message.whole(), headerLength, length, distance);
        }

        @Override
        public boolean isLong() {
            return true;
        }
    }

    /** The data behind the header of a class that has RMPP, however long. */
    record LongData(int headerLength) implements Answer<byte[]> {
        @Override
        public byte[] read(MadMessage message) {
            int length =
                    message.isRmpp() ? LongMessages.dataLength(message, headerLength) : message.length() - headerLength;
            return message.copy(headerLength, length);
        }

        @Override
        public boolean isLong() {
            return true;
        }
    }

    /** The data behind the header of a class that has no RMPP. */
    static Answer<byte[]> data(int headerLength) {
        return message -> message.copy(headerLength, MadCodec.LENGTH - headerLength);
    }

    /** The whole datagram, taken apart. */
    static Answer<DecodedMad> decoded() {
        return message -> MadDecoder.decodeAt(Arrays.copyOf(message.whole(), MadCodec.LENGTH), 0);
    }

    /** None: the call is done when it is sent, and what was sent is its result. */
    static Answer<MadExchange> none(MadExchange exchange) {
        return new Answer<>() {
            @Override
            public MadExchange read(MadMessage message) {
                return exchange;
            }

            @Override
            public boolean isAwaited() {
                return false;
            }
        };
    }
}
