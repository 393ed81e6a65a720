package io.verbena.samples.blockcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockSlotTest {
    private static final int SIZE = 100;

    private final ByteBuffer memory = ByteBuffer.allocate(BlockSlot.length(SIZE));

    @Test
    void returnsTheBlockThatWasWritten() {
        Block block = new Block(7, 3, 5, Patterns.of(9, 80));
        BlockSlot.write(memory, 0, SIZE, block);
        assertThat(BlockSlot.read(memory, SIZE)).contains(block);
    }

    @Test
    void rejectsACopyWithAnyBitChanged() {
        BlockSlot.write(memory, 0, SIZE, new Block(7, 3, 5, Patterns.of(9, 80)));
        for (int bit = 0; bit < (BlockSlot.HEADER + 80) * Byte.SIZE; bit++) {
            byte mask = (byte) (1 << bit % Byte.SIZE);
            int at = bit / Byte.SIZE;
            memory.put(at, (byte) (memory.get(at) ^ mask));
            assertThat(BlockSlot.read(memory, SIZE)).as("bit %d", bit).isEmpty();
            memory.put(at, (byte) (memory.get(at) ^ mask));
        }
        assertThat(BlockSlot.read(memory, SIZE)).isPresent();
    }

    @Test
    void rejectsAnyMixtureOfTwoBlocks() {
        ByteBuffer newer = ByteBuffer.allocate(BlockSlot.length(SIZE));
        BlockSlot.write(memory, 0, SIZE, new Block(7, 3, 5, Patterns.of(9, SIZE)));
        BlockSlot.write(newer, 0, SIZE, new Block(7, 4, 5, Patterns.of(10, SIZE)));
        // Only the checksum differs before byte 8, only the generation before byte 24, and only the data after it.
        for (int at = 8; at < BlockSlot.length(SIZE); at++) {
            ByteBuffer joined = ByteBuffer.allocate(BlockSlot.length(SIZE));
            joined.put(0, newer, 0, at).put(at, memory, at, BlockSlot.length(SIZE) - at);
            assertThat(BlockSlot.read(joined, SIZE)).as("joined at byte %d", at).isEmpty();
        }
    }

    @Test
    void rejectsMemoryThatIsNotABlock() {
        Random random = new Random(1);
        byte[] noise = new byte[BlockSlot.length(SIZE)];
        for (int round = 0; round < 10_000; round++) {
            random.nextBytes(noise);
            assertThat(BlockSlot.read(ByteBuffer.wrap(noise), SIZE)).isEmpty();
        }
        assertThat(BlockSlot.read(memory, SIZE)).isEmpty();
    }

    @Test
    void rejectsABlockThatIsTooLong() {
        assertThatThrownBy(() -> BlockSlot.write(memory, 0, SIZE, new Block(7, 3, 5, Patterns.of(9, SIZE + 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("block 5 has 101 bytes; the maximum is 100");
    }
}
