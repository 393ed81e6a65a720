package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A removed device goes only when librdmacm, here a list of open devices, has closed it. */
class CmDevicesTest {
    @TempDir
    private Path system;

    private final Set<String> present = new TreeSet<>();

    /** The entries of the open devices of librdmacm, some of which are removed. */
    private final Set<Path> open = new TreeSet<>();

    private Runnable duringRelease = () -> {};
    private int releases;
    private int added;

    private final CmDevices devices =
            new CmDevices(name -> UserDevice.find(system, name), () -> List.copyOf(present), this::release);

    @BeforeEach
    void addOthers() throws IOException {
        plug("rxe0");
        plug("rxe1");
    }

    private Path plug(String name) {
        try {
            Path entry = Files.createDirectory(system.resolve("uverbs" + added++));
            Files.writeString(entry.resolve("ibdev"), name);
            present.add(name);
            return entry;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void unplug(String name) {
        try {
            Path entry = entry(name);
            Files.delete(entry.resolve("ibdev"));
            Files.delete(entry);
            present.remove(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path entry(String name) {
        UserDevice found = UserDevice.find(system, name);
        assertThat(found).as(name).isNotNull();
        return found.entry();
    }

    private boolean release() {
        releases++;
        List<Path> opened = new ArrayList<>();
        present.forEach(name -> opened.add(entry(name)));
        open.removeIf(entry -> !Files.exists(entry));
        duringRelease.run();
        open.addAll(opened);
        return !present.isEmpty();
    }

    private void use(String name) {
        open.add(entry(name));
        devices.add(name);
    }

    private List<Path> openAndRemoved() {
        return open.stream().filter(entry -> !Files.exists(entry)).toList();
    }

    @Test
    void releasesNothingWhileAllDevicesArePresent() {
        use("rxe0");
        devices.releaseRemoved();
        assertThat(releases).isZero();
        assertThat(devices.isPresent("rxe0")).isTrue();
    }

    @Test
    void releasesARemovedDeviceAndWatchesTheOthersThatWereOpened() {
        use("rxe0");
        unplug("rxe0");
        devices.releaseRemoved();
        assertThat(devices.isPresent("rxe0")).isFalse();
        assertThat(openAndRemoved()).isEmpty();

        unplug("rxe1");
        plug("rxe2");
        devices.releaseRemoved();
        assertThat(openAndRemoved()).isEmpty();
    }

    @Test
    void releasesADeviceThatWasRemovedBeforeItCouldBeFound() {
        Path entry = entry("rxe0");
        unplug("rxe0");
        open.add(entry);
        devices.add("rxe0");
        assertThat(devices.isPresent("rxe0")).isFalse();
        devices.releaseRemoved();
        assertThat(openAndRemoved()).isEmpty();
    }

    @Test
    void releasesADeviceThatWasRemovedWhileOthersWereOpened() {
        use("rxe0");
        unplug("rxe0");
        duringRelease = () -> unplug("rxe1");
        plug("rxe2");
        devices.releaseRemoved();
        assertThat(openAndRemoved()).hasSize(1);

        duringRelease = () -> {};
        devices.releaseRemoved();
        assertThat(openAndRemoved()).isEmpty();
    }

    @Test
    void aDeviceThatReturnsDuringAReleaseIsPresentForItsNewIdentifiers() {
        use("rxe0");
        unplug("rxe0");
        duringRelease = () -> {
            plug("rxe0");
            use("rxe0");
            assertThat(devices.isPresent("rxe0")).isTrue();
        };
        devices.releaseRemoved();
        assertThat(devices.isPresent("rxe0")).isTrue();

        duringRelease = () -> {};
        unplug("rxe0");
        devices.releaseRemoved();
        assertThat(openAndRemoved()).isEmpty();
    }

    @Test
    void asksAgainUntilAnotherDeviceIsLeft() {
        unplug("rxe1");
        use("rxe0");
        unplug("rxe0");
        devices.releaseRemoved();
        devices.releaseRemoved();
        assertThat(releases).isEqualTo(2);

        plug("rxe3");
        devices.releaseRemoved();
        devices.releaseRemoved();
        assertThat(releases).isEqualTo(3);
    }
}
