package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;

/** Tests that any private data and any advertised buffer of a peer is either understood or refused. */
class ConnectionFuzzTest {

    @FuzzTest
    void privateDataAreUnderstoodOrRefused(FuzzedDataProvider data) {
        byte[] bytes = begin(data, Hello.MAGIC);
        Hello hello;
        try {
            hello = Hello.decode(ByteBuffer.wrap(bytes));
        } catch (ForeignPeerException refused) {
            assertThat(refused).hasMessageContaining("the peer");
            return;
        }
        assertThat(hello.data().remaining()).isLessThanOrEqualTo(bytes.length - Hello.HEADER);
        assertThat(bytes).startsWith(hello.encode());
    }

    @FuzzTest
    void controlMessagesAreUnderstoodOrRefused(FuzzedDataProvider data) {
        byte[] bytes = begin(data, ControlMessage.MAGIC);
        ControlMessage message;
        try {
            message = ControlMessage.decode(ByteBuffer.wrap(bytes));
        } catch (ForeignPeerException refused) {
            return;
        }
        ByteBuffer again = ByteBuffer.allocate(ControlMessage.BYTES);
        message.encode(again);
        assertThat(again.array()).isEqualTo(bytes);
        if (message.kind() == ControlMessage.Kind.ADVERTISE) {
            RemoteBuffer buffer = message.buffer();
            assertThat(buffer.length()).isPositive();
            assertThat(Long.compareUnsigned(buffer.address() + buffer.length() - 1, buffer.address()))
                    .isNotNegative();
        }
    }

    /** Mostly with a beginning that is right, so that what is behind it is looked at. */
    private static byte[] begin(FuzzedDataProvider data, int magic) {
        boolean right = data.consumeBoolean();
        byte[] bytes = data.consumeRemainingAsBytes();
        if (right && bytes.length > Integer.BYTES) {
            ByteBuffer.wrap(bytes).putInt(magic).put((byte) Hello.VERSION);
        }
        return bytes;
    }
}
