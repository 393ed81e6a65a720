package io.verbena.jni;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

@NeedsNativeCode
class MemoryTest {

    @Test
    void findsWhereADirectBufferLies() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);

        assertThat(Memory.address(buffer)).isNotZero();
        assertThat(Memory.address(buffer.slice(8, 8))).isEqualTo(Memory.address(buffer) + 8);
        assertThat(Memory.address(buffer.position(16))).isEqualTo(Memory.address(buffer.position(0)));
    }

    @Test
    void knowsNoAddressOfABufferInTheHeap() {
        assertThat(Memory.address(ByteBuffer.allocate(64))).isZero();
    }
}
