package io.verbena.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;

class MessageFuzzTest {
    @FuzzTest
    void aMessageIsReadOrRefusedAndWhatIsReadIsWrittenAgain(FuzzedDataProvider data) {
        byte[] body = data.consumeBytes(Message.MOST);
        ByteBuffer bytes = ByteBuffer.allocate(Message.HEADER + body.length)
                .putInt(data.consumeBoolean() ? Message.MAGIC : data.consumeInt())
                .put(data.consumeBoolean() ? (byte) Message.VERSION : data.consumeByte())
                .put(data.consumeByte())
                .putShort(data.consumeBoolean() ? (short) body.length : data.consumeShort())
                .put(body)
                .flip();
        Message message;
        try {
            int length = Message.bodyLength(bytes);
            assertThat(length).isBetween(0, Message.MOST);
            message = Message.decode(bytes);
        } catch (UnknownPeerException refused) {
            assertThat(refused).hasMessageStartingWith("it ");
            return;
        }
        assertThat(Message.decode(message.encode())).isEqualTo(message);
    }
}
