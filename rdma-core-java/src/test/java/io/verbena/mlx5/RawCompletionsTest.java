package io.verbena.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** {@code testbed/checks/driver-calls} compares the getters with the functions of libmlx5. */
class RawCompletionsTest {
    private static final int ENTRIES = 4;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(ENTRIES * 64);
    private final RawCompletions completions = RawCompletions.in(memory, 64);

    private void write(int index, RawCompletionType type, int owner) {
        memory.put(index * 64 + 63, (byte) (type.code() << 4 | owner));
    }

    /** Fills the queue as libmlx5 does when it is created. */
    private void invalidate() {
        for (int i = 0; i < ENTRIES; i++) {
            write(i, RawCompletionType.INVALID, 1);
        }
    }

    @Test
    void anEntryArrivesWhenTheDeviceHasWrittenIt() {
        invalidate();
        assertThat(completions.arrived(0)).isFalse();

        write(0, RawCompletionType.REQUEST, 0);

        assertThat(completions.arrived(0)).isTrue();
        assertThat(completions.type()).isEqualTo(RawCompletionType.REQUEST);
        assertThat(completions.arrived(1)).isFalse();
    }

    @Test
    void theOwnerAlternatesWithEachRound() {
        invalidate();
        for (long consumed = 0; consumed < 5 * ENTRIES; consumed++) {
            int index = (int) (consumed % ENTRIES);
            assertThat(completions.arrived(consumed)).as("before %d", consumed).isFalse();

            write(index, RawCompletionType.RECEIVE, (int) (consumed / ENTRIES) & 1);

            assertThat(completions.arrived(consumed)).as("after %d", consumed).isTrue();
        }
    }

    @Test
    void anInvalidEntryHasNotArrivedInAnyRound() {
        invalidate();

        assertThat(completions.arrived(ENTRIES)).isFalse();
    }

    @Test
    void ofLargeEntriesTheSecondHalfIsRead() {
        write(1, RawCompletionType.RECEIVE_ERROR, 0);
        memory.put(64 + 55, (byte) 0x81).put(64 + 54, (byte) 0x82);
        RawCompletions large = RawCompletions.in(memory, 128);

        assertThat(large.entries()).isEqualTo(2);
        assertThat(large.arrived(0)).isTrue();
        assertThat(large.type()).isEqualTo(RawCompletionType.RECEIVE_ERROR);
        assertThat(large.syndrome()).isEqualTo(0x81);
        assertThat(large.vendorSyndrome()).isEqualTo(0x82);
    }

    @Test
    void aTypeOfLaterDevicesIsUnknown() {
        memory.put(63, (byte) 0xa0);

        assertThat(completions.select(0).type()).isEqualTo(RawCompletionType.UNKNOWN);
    }

    @Test
    void theOwnerIsOneBit() {
        memory.put(63, (byte) 0xfe);

        completions.select(0).owner(3);

        assertThat(memory.get(63)).isEqualTo((byte) 0xff);
        assertThat(completions.owner()).isEqualTo(1);
    }

    @Test
    void theDumpHasTheBytesInOrder() {
        for (int i = 0; i < 64; i++) {
            memory.put(i, (byte) i);
        }

        assertThat(completions.select(0).dump())
                .startsWith("00010203 04050607 08090a0b 0c0d0e0f\n10111213")
                .endsWith("38393a3b 3c3d3e3f\n")
                .hasLineCount(4);
    }

    @Test
    void entriesHaveOneOfTwoLengths() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RawCompletions.in(memory, 32))
                .withMessageContaining("entries of 64 or 128 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> RawCompletions.in(memory.position(1), 64));
        assertThatIllegalArgumentException().isThrownBy(() -> RawCompletions.in(ByteBuffer.allocate(0), 64));
    }
}
