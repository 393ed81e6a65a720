package io.verbena.verbs;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The state that all objects of an open device share: its driver, their cookies, and whether the device was removed. */
final class OpenDevice {
    private final String name;
    final VerbsDriver driver;
    final CookieTable cookies = new CookieTable();

    /** The failure that revealed that the device was removed; null as long as the device is present. */
    private final AtomicReference<@Nullable RdmaException> removal = new AtomicReference<>();

    volatile Runnable onRemoval = () -> {};

    OpenDevice(String name, VerbsDriver driver) {
        this.name = name;
        this.driver = driver;
    }

    boolean isRemoved() {
        return removal.get() != null;
    }

    /** Returns the exception of all calls on a removed device. */
    DeviceRemovedException removalException() {
        return new DeviceRemovedException(name, removal.get());
    }

    /** Records that the device was removed. */
    void removed(RdmaException cause) {
        if (removal.compareAndSet(null, cause)) {
            onRemoval.run();
        }
    }

    /** Returns whether a call failed because the device was removed. */
    boolean isRemovedBy(SysException failure) {
        if (!isRemoved() && isSignOfRemoval(failure.errno()) && !driver.isPresent()) {
            removed(failure);
        }
        return isRemoved();
    }

    private static boolean isSignOfRemoval(int errno) {
        return errno == Errno.EIO || errno == Errno.ENODEV || errno == Errno.ENXIO;
    }

    /** Returns the exception for a failed call: the removal of the device if that is the reason, or else the failure itself. */
    RdmaException explain(SysException failure) {
        return isRemovedBy(failure) ? new DeviceRemovedException(name, failure) : failure;
    }

    /** Returns the name of the device. */
    @Override
    public String toString() {
        return name;
    }
}
