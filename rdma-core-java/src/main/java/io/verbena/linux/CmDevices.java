package io.verbena.linux;

import io.verbena.jni.cm.Cm;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The devices that librdmacm keeps open in this process. It opens a device when the first identifier comes to it, and closes it
 * only when it looks at the list of devices again after the device was removed; identifiers and channels may be closed long
 * before. A device whose driver waits until every program has closed it, such as rxe, would never go. So a thread looks for
 * removed devices from the first identifier with a device on, and makes librdmacm look.
 */
final class CmDevices {
    /** The only instance of a process, which has one librdmacm. */
    static final CmDevices OF_PROCESS =
            new CmDevices(UserDevice::find, LinuxVerbs::deviceNames, () -> Cm.forgetRemovedDevices() == 0);

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(UserDevice.PERIOD_MILLIS);

    private final Function<String, @Nullable UserDevice> finder;
    private final Supplier<List<String>> names;
    private final BooleanSupplier release;

    /** The devices that librdmacm may have opened, by name. Guarded by this object. */
    private final Map<String, UserDevice> devices = new HashMap<>();

    /** The names of devices that were removed, and are not back. Guarded by this object. */
    private final Set<String> removed = new HashSet<>();

    /** Whether librdmacm may keep a removed device open. Guarded by this object. */
    private boolean isStale;

    /** Guarded by this object. */
    private @Nullable Thread watcher;

    /**
     * Creates a list of devices that no thread watches yet.
     *
     * @param finder finds a device by name, and returns null if there is none
     * @param names lists the devices of the system
     * @param release makes librdmacm close all removed devices and open all others, and returns whether it did
     */
    CmDevices(Function<String, @Nullable UserDevice> finder, Supplier<List<String>> names, BooleanSupplier release) {
        this.finder = finder;
        this.names = names;
        this.release = release;
    }

    /**
     * Watches a device from now on; an empty name is that of none. A device that is removed already is watched as well: its
     * identifier has made librdmacm open it, and the removal waits until librdmacm closes it.
     */
    void add(String device) {
        if (!device.isEmpty()) {
            watch(device);
            start();
        }
    }

    private synchronized void watch(String device) {
        UserDevice known = devices.get(device);
        if (known != null && known.isPresent()) {
            return;
        }
        UserDevice found = finder.apply(device);
        isStale |= known != null || found == null;
        if (found == null) {
            devices.remove(device);
            removed.add(device);
        } else {
            devices.put(device, found);
            removed.remove(device);
        }
    }

    private synchronized void start() {
        if (watcher == null) {
            Thread started = new Thread(this::run, "verbena-cm-devices");
            started.setDaemon(true);
            started.start();
            watcher = started;
        }
    }

    /** Whether a device that was added is still there, or is back. */
    synchronized boolean isPresent(String device) {
        return !removed.contains(device);
    }

    private void run() {
        while (isNeeded()) {
            LockSupport.parkNanos(PERIOD_NANOS);
            releaseRemoved();
        }
    }

    private synchronized boolean isNeeded() {
        if (devices.isEmpty() && !isStale) {
            watcher = null;
        }
        return watcher != null;
    }

    /**
     * Makes librdmacm close removed devices. It opens all others then, of which one may be removed or added at that moment; so
     * the devices from before and after are watched. Without any device left librdmacm does not look at its list, and is asked
     * again in the next period.
     */
    void releaseRemoved() {
        if (!findRemoved()) {
            return;
        }
        Set<String> opened = new LinkedHashSet<>(names.get());
        boolean isReleased = release.getAsBoolean();
        opened.addAll(names.get());
        synchronized (this) {
            isStale = !isReleased;
            if (isReleased) {
                opened.forEach(this::watch);
            }
        }
    }

    /** Returns whether librdmacm may keep a removed device open. */
    private synchronized boolean findRemoved() {
        for (Iterator<Map.Entry<String, UserDevice>> each = devices.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<String, UserDevice> known = each.next();
            if (!known.getValue().isPresent()) {
                each.remove();
                removed.add(known.getKey());
                isStale = true;
            }
        }
        return isStale;
    }
}
