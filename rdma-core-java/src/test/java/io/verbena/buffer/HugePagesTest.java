package io.verbena.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests a host without free huge pages. Few hosts have any, so another file system takes the place of hugetlbfs. */
class HugePagesTest {
    private static final int MIB = 1 << 20;

    private final HugePages memory = new HugePages(Path.of("/dev/hugepages"), 64 * MIB);
    private final FileStore files = mock();

    private String advice(String type, long pageBytes, int slabBytes) throws IOException {
        when(files.type()).thenReturn(type);
        when(files.getBlockSize()).thenReturn(pageBytes);
        return memory.advice(files, slabBytes);
    }

    @Test
    void itIsSaidHowManyPagesASlabTakesAndHowManyAllOfThem() throws IOException {
        assertThat(advice("hugetlbfs", 2 * MIB, 4 * MIB))
                .isEqualTo("that takes 2 free huge pages of 2097152 bytes, and all slabs up to the limit 32"
                        + " (HugePages_Free in /proc/meminfo tells how many there are); write a larger number to"
                        + " /proc/sys/vm/nr_hugepages, or lower the limit");
    }

    @Test
    void aSlabOfOnePageTakesOnePage() throws IOException {
        assertThat(advice("hugetlbfs", 2 * MIB, 2 * MIB))
                .startsWith("that takes 1 free huge page of 2097152 bytes, and all slabs up to the limit 32 (");
    }

    @Test
    void aSlabThatIsSmallerThanAPageIsToBeLarger() throws IOException {
        assertThat(advice("hugetlbfs", 1024 * MIB, 4 * MIB))
                .isEqualTo("a huge page has 1073741824 bytes there; make the slabs a multiple of that");
    }

    @Test
    void anotherFileSystemIsToBeReplaced() throws IOException {
        assertThat(advice("ext4", 4096, 4 * MIB))
                .startsWith(
                        "mount a hugetlbfs there (mount -t hugetlbfs none /dev/hugepages), and reserve huge pages of")
                .endsWith("at least 67108864 bytes together by their number in /proc/sys/vm/nr_hugepages");
    }
}
