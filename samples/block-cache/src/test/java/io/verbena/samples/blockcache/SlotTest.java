package io.verbena.samples.blockcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotTest {
    private static final int SIZE = 100;

    private final ByteBuffer memory = ByteBuffer.allocate(Slot.length(SIZE));

    @Test
    void givesBackWhatWasWritten() {
        Block block = new Block(7, 3, 5, Patterns.of(9, 80));
        Slot.write(memory, 0, SIZE, block);
        assertThat(Slot.read(memory, SIZE)).contains(block);
    }

    @Test
    void takesNoCopyInWhichAnyBitIsAnother() {
        Slot.write(memory, 0, SIZE, new Block(7, 3, 5, Patterns.of(9, 80)));
        for (int bit = 0; bit < (Slot.HEADER + 80) * Byte.SIZE; bit++) {
            byte mask = (byte) (1 << bit % Byte.SIZE);
            int at = bit / Byte.SIZE;
            memory.put(at, (byte) (memory.get(at) ^ mask));
            assertThat(Slot.read(memory, SIZE)).as("bit %d", bit).isEmpty();
            memory.put(at, (byte) (memory.get(at) ^ mask));
        }
        assertThat(Slot.read(memory, SIZE)).isPresent();
    }

    @Test
    void takesNoCopyOfTwoBlocksWhereverTheyAreJoined() {
        ByteBuffer newer = ByteBuffer.allocate(Slot.length(SIZE));
        Slot.write(memory, 0, SIZE, new Block(7, 3, 5, Patterns.of(9, SIZE)));
        Slot.write(newer, 0, SIZE, new Block(7, 4, 5, Patterns.of(10, SIZE)));
        // Before byte 8 only the checksum, and before 24 only the generation differs; from there on the data.
        for (int at = 8; at < Slot.length(SIZE); at++) {
            ByteBuffer joined = ByteBuffer.allocate(Slot.length(SIZE));
            joined.put(0, newer, 0, at).put(at, memory, at, Slot.length(SIZE) - at);
            assertThat(Slot.read(joined, SIZE)).as("joined at byte %d", at).isEmpty();
        }
    }

    @Test
    void takesNothingForABlockThatIsNone() {
        Random random = new Random(1);
        byte[] noise = new byte[Slot.length(SIZE)];
        for (int round = 0; round < 10_000; round++) {
            random.nextBytes(noise);
            assertThat(Slot.read(ByteBuffer.wrap(noise), SIZE)).isEmpty();
        }
        assertThat(Slot.read(memory, SIZE)).isEmpty();
    }

    @Test
    void refusesABlockThatIsTooLong() {
        assertThatThrownBy(() -> Slot.write(memory, 0, SIZE, new Block(7, 3, 5, Patterns.of(9, SIZE + 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("block 5 has 101 bytes; give at most 100");
    }
}
