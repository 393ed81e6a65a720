package io.verbena.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.traffic.PingPongBuffer.PingPongPattern;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PingPongPatternTest {
    private final ByteBuffer message = ByteBuffer.allocate(10_000);

    @Test
    void whatIsWrittenIsValid() {
        PingPongPattern.write(message);

        assertThat(message.get(4096)).isZero();
        assertThat(message.get(4097)).isEqualTo((byte) 0x7b);
        assertThat(PingPongPattern.invalidPages(message)).isEmpty();
    }

    @Test
    void aPageIsNamedOnceWhateverOfItIsWrong() {
        PingPongPattern.write(message);
        message.put(5000, (byte) 0).put(5001, (byte) 0).put(9999, (byte) 1);

        assertThat(PingPongPattern.invalidPages(message)).containsExactly(1, 2);
    }
}
