package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.connection.RequestChannel.RequestHeader;
import java.nio.ByteBuffer;

/** Tests that any header of a message or request is either understood or refused. */
class MessageFuzzTest {
    private static final int LARGEST = 1 << 20;

    @FuzzTest
    void messagesAreUnderstoodOrRefused(FuzzedDataProvider data) {
        byte[] bytes = begin(data, MessageHeader.MAGIC);
        MessageHeader header;
        try {
            header = MessageHeader.decode(ByteBuffer.wrap(bytes), 0, bytes.length, LARGEST);
        } catch (ForeignPeerException refused) {
            return;
        }
        assertThat(header.length()).isBetween(0L, (long) LARGEST);
        if (header.kind() == MessageHeader.Kind.SHORT) {
            assertThat(header.length()).isEqualTo(bytes.length - MessageHeader.BYTES);
        }
    }

    @FuzzTest
    void requestsAreUnderstoodOrRefused(FuzzedDataProvider data) {
        byte[] bytes = begin(data, RequestHeader.MAGIC);
        ByteBuffer message = ByteBuffer.wrap(bytes);
        RequestHeader header;
        try {
            header = RequestHeader.decode(message);
        } catch (ForeignPeerException refused) {
            return;
        }
        assertThat(message.remaining()).isEqualTo(bytes.length - RequestHeader.BYTES);
        assertThat(RequestHeader.decode(header.encode())).isEqualTo(header);
    }

    /** Mostly with a beginning that is right, so that what is behind it is looked at. */
    private static byte[] begin(FuzzedDataProvider data, int magic) {
        boolean right = data.consumeBoolean();
        byte[] bytes = data.consumeRemainingAsBytes();
        if (right && bytes.length > Integer.BYTES) {
            ByteBuffer.wrap(bytes).putInt(magic).put((byte) MessageHeader.VERSION);
        }
        return bytes;
    }
}
