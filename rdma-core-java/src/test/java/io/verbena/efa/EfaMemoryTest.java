package io.verbena.efa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.hca.EfaMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory that an application gives to an EFA device. */
class EfaMemoryTest {
    @Test
    void memoryIsOfTheLibraryOfTheProcessOrOfADmaBuf() {
        assertThat(EfaMemory.OF_LIBRARY.isDmaBuf()).isFalse();
        assertThat(EfaMemory.ofProcess(4096, 8)).isEqualTo(new EfaMemory(-1, 0, 8, 4096));
        assertThat(EfaMemory.ofDmaBuf(0, 64, 8).isDmaBuf()).isTrue();
        assertThat(EfaMemory.ofDmaBuf(5, 64, 8, 4096).address()).isEqualTo(4096);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, 8, 0",
        "-1, 0, 0, 4096",
        "-1, 8, 8, 4096",
        "-2, 0, 8, 4096",
        "3, 0, 0, 0",
        "3, -1, 8, 0",
        "3, 0, -8, 0"
    })
    void otherNumbersAreRefused(int descriptor, long offset, long length, long address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EfaMemory(descriptor, offset, length, address))
                .withMessageContaining("descriptor " + descriptor);
    }
}
