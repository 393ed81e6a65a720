package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class PcapFileTest {
    private static final int HEADER = 24;
    private static final int RECORD = 16 + 16 + 290;
    private static final byte[] MAD = Packets.mad(ManagementClass.PERFORMANCE, MadMethod.GET, 0x12);
    private static final Packet PACKET = Packets.sent(Packets.byLid(4), MAD);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("fabric.pcap");
    }

    @Test
    void aPacketIsAnErfRecordInAPcapRecord() throws IOException {
        try (PcapFile pcap = PcapFile.open(file)) {
            pcap.packet(PACKET);
        }

        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        assertThat(bytes.remaining()).isEqualTo(HEADER + RECORD);
        assertThat(bytes.getInt()).as("magic, with nanoseconds").isEqualTo(0xa1b23c4d);
        assertThat(bytes.getShort()).isEqualTo((short) 2);
        assertThat(bytes.getShort()).isEqualTo((short) 4);
        assertThat(bytes.getInt(20)).as("link type").isEqualTo(197);
        bytes.position(HEADER);
        assertThat(bytes.getInt()).isEqualTo((int) Packets.TIME.getEpochSecond());
        assertThat(bytes.getInt()).isEqualTo(123456789);
        assertThat(bytes.getInt()).isEqualTo(16 + 290);
        assertThat(bytes.getInt()).isEqualTo(16 + 290);
        long time = bytes.order(ByteOrder.LITTLE_ENDIAN).getLong();
        assertThat(time >>> 32).isEqualTo(Packets.TIME.getEpochSecond());
        assertThat((time & 0xffffffffL) * 1e9 / (1L << 32)).isBetween(123456788.0, 123456790.0);
        bytes.order(ByteOrder.BIG_ENDIAN);
        assertThat(bytes.get()).as("type").isEqualTo((byte) 21);
        assertThat(bytes.get()).as("flags").isEqualTo((byte) 4);
        assertThat(bytes.getShort()).as("length of the record").isEqualTo((short) (16 + 290));
        assertThat(bytes.getShort()).as("lost").isZero();
        assertThat(bytes.getShort()).as("length on the wire").isEqualTo((short) 290);
        byte[] packet = new byte[290];
        bytes.get(packet);
        assertThat(packet).isEqualTo(WirePacket.of(PACKET, MAD));
    }

    /** Traces contain the keys of the fabric. */
    @Test
    void onlyTheOwnerMayReadATraceAndItsRotatedFile() throws IOException {
        try (PcapFile pcap = PcapFile.open(file, 8192)) {
            for (int count = 0; count < 20; count++) {
                pcap.packet(PACKET);
            }
        }

        Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rw-------");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(owner);
        assertThat(Files.getPosixFilePermissions(folder.resolve("fabric.pcap.1")))
                .isEqualTo(owner);
    }

    @Test
    void thePermissionsOfAnExistingFileAreKept() throws IOException {
        Set<PosixFilePermission> group = PosixFilePermissions.fromString("rw-r-----");
        Files.createFile(file);
        Files.setPosixFilePermissions(file, group);

        PcapFile.open(file).close();

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(group);
    }

    @Test
    void packetsAreFlushedSoon() throws IOException {
        try (PcapFile pcap = PcapFile.open(file)) {
            for (int count = 1; count <= 3; count++) {
                pcap.packet(PACKET);
                while (Files.size(file) < HEADER + count * RECORD) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void returnedRequestsAreNotWrittenAgain() throws IOException {
        try (PcapFile pcap = PcapFile.open(file)) {
            pcap.packet(Packets.givenBack(Packets.byLid(4), Errno.ETIMEDOUT, MAD));
        }

        assertThat(Files.size(file)).isEqualTo(HEADER);
    }

    @Test
    void packetsAreAppendedToAnExistingTrace() throws IOException {
        for (int count = 1; count <= 3; count++) {
            try (PcapFile pcap = PcapFile.open(file)) {
                pcap.packet(PACKET);
            }
            assertThat(Files.size(file)).isEqualTo(HEADER + count * RECORD);
        }
    }

    @Test
    void severalThreadsWriteWholePackets() throws IOException {
        try (PcapFile pcap = PcapFile.open(file)) {
            IntStream.range(0, 2000).parallel().forEach(number -> pcap.packet(PACKET));
        }

        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes).hasSize(HEADER + 2000 * RECORD);
        byte[] first = Arrays.copyOfRange(bytes, HEADER, HEADER + RECORD);
        for (int at = HEADER; at < bytes.length; at += RECORD) {
            assertThat(Arrays.equals(bytes, at, at + RECORD, first, 0, RECORD)).isTrue();
        }
    }

    @Test
    void anInterruptedThreadLosesNoPacket() throws IOException {
        try (PcapFile pcap = PcapFile.open(file)) {
            Thread.currentThread().interrupt();
            pcap.packet(PACKET);
            assertThat(Thread.interrupted()).isTrue();
            pcap.packet(PACKET);
        }

        assertThat(Files.size(file)).isEqualTo(HEADER + 2 * RECORD);
    }

    @Test
    void twoFilesKeepTheLastPacketsWithinTheLimit() throws IOException {
        try (PcapFile pcap = PcapFile.open(file, 8192)) {
            for (int count = 0; count < 100; count++) {
                pcap.packet(PACKET);
            }
        }

        long now = Files.size(file);
        long before = Files.size(folder.resolve("fabric.pcap.1"));
        assertThat(now + before).isLessThanOrEqualTo(8192);
        assertThat(before).as("a full half").isEqualTo(HEADER + 12 * RECORD);
        assertThat(now).isEqualTo(HEADER + (100 % 12) * RECORD);
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void aLimitBelowOnePacketIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PcapFile.open(file, 4095))
                .withMessage("a trace of 4095 bytes holds nothing; allow it at least 4096");
    }

    @Test
    void anUnwritableFileFailsAtTheStart() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> PcapFile.open(folder.resolve("nowhere/fabric.pcap")))
                .withMessageStartingWith("cannot trace to " + folder.resolve("nowhere/fabric.pcap") + ": ")
                .withMessageEndingWith("(No such file or directory)");
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> PcapFile.open(Path.of("/dev/full")))
                .withMessage("cannot trace to /dev/full: No space left on device");
    }

    @Test
    void aFileThatIsNotATraceIsNotOverwritten() throws IOException {
        Files.writeString(file, "the only copy of something else");

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> PcapFile.open(file))
                .withMessage("cannot trace to " + file
                        + ": it is there already, and is no trace; name another file, or remove it");
        assertThat(file).hasContent("the only copy of something else");
    }

    @Test
    void aLaterFailureEndsOnlyTheTrace() throws IOException {
        Path inTheWay = folder.resolve("fabric.pcap.1");
        Files.createDirectories(inTheWay.resolve("taken"));
        try (PcapFile pcap = PcapFile.open(file, 4096)) {
            for (int count = 0; count < 20; count++) {
                pcap.packet(PACKET);
            }
        }

        assertThat(Files.size(file)).as("whole packets").isEqualTo(HEADER + 6 * RECORD);
    }

    @Test
    void nothingIsWrittenAfterTheClose() throws IOException {
        PcapFile pcap = PcapFile.open(file);
        pcap.close();
        pcap.packet(PACKET);
        pcap.close();

        assertThat(Files.size(file)).isEqualTo(HEADER);
    }
}
