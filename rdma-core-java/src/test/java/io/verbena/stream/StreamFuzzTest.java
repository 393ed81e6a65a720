package io.verbena.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;

class StreamFuzzTest {
    @FuzzTest
    void privateDataIsReadOrRefusedAndWhatIsReadIsWrittenTheSame(FuzzedDataProvider data) {
        byte[] bytes = data.consumeRemainingAsBytes();
        StreamHello hello;
        try {
            hello = StreamHello.decode(ByteBuffer.wrap(bytes));
        } catch (StreamProtocolException refused) {
            assertThat(refused).hasMessageContaining("the peer ");
            return;
        }
        assertThat(StreamHello.decode(ByteBuffer.wrap(hello.encode()))).isEqualTo(hello);
    }

    @FuzzTest
    void whatAPeerOverSrdAnnouncesIsReadOrRefusedAndWhatIsReadIsWrittenTheSame(FuzzedDataProvider data) {
        byte[] bytes = data.consumeRemainingAsBytes();
        SrdHello hello;
        try {
            hello = SrdHello.decode(ByteBuffer.wrap(bytes));
        } catch (StreamProtocolException refused) {
            assertThat(refused).hasMessageContaining("the peer ");
            return;
        }
        assertThat(hello.encode()).isEqualTo(ByteBuffer.wrap(bytes));
    }
}
