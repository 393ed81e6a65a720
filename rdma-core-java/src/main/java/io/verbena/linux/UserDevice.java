package io.verbena.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The character device by which programs use an RDMA device, as the kernel shows it below {@code
 * /sys/class/infiniband_verbs}. The kernel takes this entry away first when a device is removed. Drivers that cannot take a
 * device from a program, such as rxe and siw (no {@code disassociate_ucontext}), then wait until every program has closed the
 * device, and send no event: the missing entry is all that a program can notice.
 *
 * @param entry the directory of the device, such as {@code …/uverbs0}
 * @param identity the file key of the directory, which distinguishes it from that of a later device with the same number
 */
record UserDevice(Path entry, Object identity) {
    /** How often an entry is looked for while a thread waits for events, in milliseconds. */
    static final int PERIOD_MILLIS = 1000;

    private static final Path CLASS = Path.of("/sys/class/infiniband_verbs");

    /** Finds the entry of a device by the name of the device; null if the kernel shows none. */
    static @Nullable UserDevice find(String device) {
        return find(CLASS, device);
    }

    static @Nullable UserDevice find(Path directory, String device) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "uverbs*")) {
            for (Path entry : entries) {
                Object identity = isOf(entry, device) ? identity(entry) : null;
                if (identity != null) {
                    return new UserDevice(entry, identity);
                }
            }
            return null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isOf(Path entry, String device) {
        try {
            return Files.readString(entry.resolve("ibdev")).strip().equals(device);
        } catch (IOException e) {
            // It went away after it was listed.
            return false;
        }
    }

    private static @Nullable Object identity(Path entry) {
        try {
            return Files.readAttributes(entry, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether the entry is still there, and still that of this device. */
    boolean isPresent() {
        return identity.equals(identity(entry));
    }
}
