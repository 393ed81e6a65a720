package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.contract.OnePortDevice;
import io.verbena.device.Devices;
import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.iba.NodeInfo;
import io.verbena.jni.EventFd;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.engine.MadPorts;
import io.verbena.path.DirectedPath;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The descriptors of a channel once it is closed or its device is removed. The channel reads
 * {@code /proc/self/mem}, whose first page cannot be read (EIO), which is also the answer of umad in this case.
 */
@Timeout(30)
class UmadChannelTest {
    private static final int ENOTTY = 25;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** The channel closes what it reads by its number; closed by Java as well, that would be another file by then. */
    private static final List<FileInputStream> NEVER_CLOSED = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    private final List<FileOutputStream> files = new ArrayList<>();

    @AfterEach
    void closeFiles() throws IOException {
        for (FileOutputStream file : files) {
            file.close();
        }
    }

    /** Returns the descriptor of the channel's own eventfd; other threads of this JVM may open and close some of theirs. */
    private static int wakeUpOf(UmadChannel channel) {
        try {
            Field wakeUp = UmadChannel.class.getDeclaredField("wakeUp");
            wakeUp.setAccessible(true);
            return wakeUp.getInt(channel);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("UmadChannel has no field wakeUp", e);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** Opens files until each of these numbers is one of them. */
    private void take(Set<Integer> numbers) throws IOException {
        for (int i = 0; i < 1000 && !numbers.stream().allMatch(this::isTaken); i++) {
            files.add(new FileOutputStream(folder.resolve("file" + i).toFile()));
        }
        assertThat(numbers).allMatch(this::isTaken);
    }

    private boolean isTaken(int number) {
        return target(DESCRIPTORS.resolve(String.valueOf(number))).startsWith(folder.toString());
    }

    private long bytesInFiles() throws IOException {
        long bytes = 0;
        try (var all = Files.newDirectoryStream(folder)) {
            for (Path file : all) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    @Test
    void closedChannelUsesNoDescriptorThatAnotherFileHasNow() throws IOException {
        int port = EventFd.create();
        UmadChannel channel = new UmadChannel("test0", 1, port, OnePortDevice::port);
        Set<Integer> own = Set.of(port, wakeUpOf(channel));
        channel.close();
        take(own);

        channel.wakeUp();
        channel.close();
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> channel.send(0, MadAddress.DIRECTED, ByteBuffer.allocate(256), 0))
                .satisfies(refused -> assertThat(refused.errno()).isEqualTo(Errno.EBADF));
        assertThatExceptionOfType(SysException.class).isThrownBy(() -> channel.unregister(0));

        assertThat(bytesInFiles()).isZero();
        assertThat(own).as("none was closed").allMatch(this::isTaken);
    }

    @Test
    void removedDeviceEndsEveryCallAndALateCloseWritesToNoFile() throws Exception {
        LostDriver driver = new LostDriver();
        MadPorts ports = new MadPorts(MadOptions.DEFAULTS, null);
        MadTransactor mad = ports.open(new Devices(driver).endPort("test0/1"));

        assertThatExceptionOfType(DeviceRemovedException.class)
                .isThrownBy(() -> requestUntilRemoved(mad))
                .satisfies(removed -> assertThat(removed.device()).isEqualTo("test0"))
                .withMessageContaining("device test0 was removed")
                .havingRootCause()
                .isInstanceOf(SysException.class)
                .withMessageContaining("EIO");
        // A port whose reader has met the removal before the port was open is opened again.
        Set<Integer> own = Set.copyOf(driver.wakeUps);
        assertThat(own).isNotEmpty();
        awaitClosed(own);
        take(own);

        mad.close();
        ports.close();

        assertThat(bytesInFiles())
                .as("bytes written to files that have the descriptor now")
                .isZero();
    }

    /** Repeats a request until the reader has met the removal; before, the file refuses to register an agent (ENOTTY). */
    private static void requestUntilRemoved(MadTransactor mad) {
        while (true) {
            try {
                mad.subnGet(NodeInfo.class, DirectedPath.of());
            } catch (SysException e) {
                if (e.errno() != ENOTTY) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    private static void awaitClosed(Set<Integer> numbers) throws Exception {
        while (numbers.stream()
                .anyMatch(number ->
                        target(DESCRIPTORS.resolve(String.valueOf(number))).contains("eventfd"))) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** One device whose channel can be opened, but not be read. */
    private static final class LostDriver implements RdmaDriver {
        final Set<Integer> wakeUps = ConcurrentHashMap.newKeySet();

        @Override
        public MadChannel openMadChannel(String device, int port) {
            try {
                FileInputStream memory = new FileInputStream("/proc/self/mem");
                NEVER_CLOSED.add(memory);
                UmadChannel channel = new UmadChannel(device, port, number("/mem"), OnePortDevice::port);
                wakeUps.add(wakeUpOf(channel));
                return channel;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        /** The highest descriptor of a file whose name ends so. */
        private static int number(String end) throws IOException {
            int number = -1;
            try (var links = Files.newDirectoryStream(DESCRIPTORS)) {
                for (Path link : links) {
                    if (target(link).endsWith(end)) {
                        number = Math.max(
                                number, Integer.parseInt(link.getFileName().toString()));
                    }
                }
            }
            return number;
        }

        @Override
        public List<String> deviceNames() {
            return List.of("test0");
        }

        @Override
        public DeviceAttributes device(String name) {
            return OnePortDevice.named(name);
        }

        @Override
        public List<GidEntry> gids(String device, int port) {
            return List.of();
        }

        @Override
        public IsSm openIsSm(String device, int port) {
            return () -> {};
        }

        @Override
        public void close() {}
    }
}
