package io.verbena.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;

class ExchangeMessageFuzzTest {
    @FuzzTest
    void aMessageIsReadOrRefusedAndWhatIsReadIsWrittenAgain(FuzzedDataProvider data) {
        byte[] body = data.consumeBytes(ExchangeMessage.MAX_BODY);
        ByteBuffer bytes = ByteBuffer.allocate(ExchangeMessage.HEADER + body.length)
                .putInt(data.consumeBoolean() ? ExchangeMessage.MAGIC : data.consumeInt())
                .put(data.consumeBoolean() ? (byte) ExchangeMessage.VERSION : data.consumeByte())
                .put(data.consumeByte())
                .putShort(data.consumeBoolean() ? (short) body.length : data.consumeShort())
                .put(body)
                .flip();
        ExchangeMessage message;
        try {
            int length = ExchangeMessage.bodyLength(bytes);
            assertThat(length).isBetween(0, ExchangeMessage.MAX_BODY);
            message = ExchangeMessage.decode(bytes);
        } catch (UnknownPeerException refused) {
            assertThat(refused).hasMessageStartingWith("it ");
            return;
        }
        assertThat(ExchangeMessage.decode(message.encode())).isEqualTo(message);
    }
}
