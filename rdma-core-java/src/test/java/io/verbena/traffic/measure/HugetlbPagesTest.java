package io.verbena.traffic.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MessageMemory.HugetlbPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The allocation of huge pages, with files as of /proc; a directory stands for the hugetlbfs. */
class HugetlbPagesTest {
    @TempDir
    Path proc;

    @TempDir
    Path pages;

    @BeforeEach
    void mount() throws IOException {
        facts(2);
        Files.writeString(proc.resolve("mounts"), "proc /proc proc rw 0 0\nnone " + pages + " hugetlbfs rw 0 0\n");
    }

    private void facts(int free) throws IOException {
        Files.writeString(
                proc.resolve("meminfo"),
                "HugePages_Total: 4\nHugePages_Free:        " + free + "\nHugepagesize:       2048 kB\n");
    }

    @Test
    void memoryIsAMappedFileThatHasNoNameAnyMore() throws IOException {
        ByteBuffer memory = HugetlbPages.allocate(3_000_000, proc);

        assertThat(memory.isDirect()).isTrue();
        assertThat(memory.capacity()).isEqualTo(3_000_000);
        assertThat(memory.put(2_999_999, (byte) 7).get(2_999_999)).isEqualTo((byte) 7);
        try (var files = Files.list(pages)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void tooFewPagesAreReported() throws IOException {
        facts(1);

        assertThatThrownBy(() -> HugetlbPages.allocate(3_000_000, proc))
                .isInstanceOf(TrafficException.class)
                .hasMessage("cannot allocate 3000000 bytes of huge pages: 1 pages of 2097152 bytes are free;"
                        + " set vm.nr_hugepages and mount a hugetlbfs, or do not request huge pages");
    }

    @Test
    void aMissingFileSystemIsReported() throws IOException {
        Files.writeString(proc.resolve("mounts"), "proc /proc proc rw 0 0\n");

        assertThatThrownBy(() -> HugetlbPages.allocate(100, proc))
                .isInstanceOf(TrafficException.class)
                .hasMessageContaining("no hugetlbfs is mounted");
    }

    @Test
    void anUnreadableSystemIsReported() throws IOException {
        Files.delete(proc.resolve("meminfo"));

        assertThatThrownBy(() -> HugetlbPages.allocate(100, proc))
                .isInstanceOf(TrafficException.class)
                .hasMessageContaining("meminfo");
    }
}
