package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockLimitTest {
    @TempDir
    private Path process;

    @BeforeEach
    void anOrdinaryUser() throws IOException {
        limit("8388608");
        capabilities("0000000000000000");
    }

    private void limit(String soft) throws IOException {
        Files.writeString(process.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             31000                31000                processes
                Max locked memory         %-20s 9999999999           bytes
                Max address space         unlimited            unlimited            bytes
                """.formatted(soft));
    }

    private void capabilities(String effective) throws IOException {
        Files.writeString(process.resolve("status"), """
                Name:\tjava
                CapPrm:\tffffffffffffffff
                CapEff:\t%s
                CapBnd:\tffffffffffffffff
                """.formatted(effective));
    }

    @Test
    void itIsTheSoftLimitOfTheProcess() {
        assertThat(LockLimit.bytes(process)).isEqualTo(8_388_608);
    }

    @Test
    void thereIsNoneWhereThatSaysSo() throws IOException {
        limit("unlimited");

        assertThat(LockLimit.bytes(process)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void thereIsNoneForWhoMayLockAll() throws IOException {
        capabilities("0000000000004000");
        assertThat(LockLimit.bytes(process)).isEqualTo(Long.MAX_VALUE);

        capabilities("000001ffffffbfff");
        assertThat(LockLimit.bytes(process)).isEqualTo(8_388_608);
    }

    @Test
    void whatIsNotToldIsNoLimit(@TempDir Path nothing) {
        assertThat(LockLimit.bytes(nothing)).isEqualTo(Long.MAX_VALUE);
    }
}
