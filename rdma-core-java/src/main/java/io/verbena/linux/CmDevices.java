package io.verbena.linux;

import io.verbena.jni.cm.Cm;
import io.verbena.jni.verbs.IbvDevice;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The devices that librdmacm keeps open in this process. It opens a device when the first identifier comes to it, and closes it
 * only when it looks at the list of devices again after the device was removed; identifiers and channels may be closed long
 * before. A device whose driver waits until every program has closed it, such as rxe, would never go. So a thread looks for
 * removed devices from the first identifier with a device on, and makes librdmacm look.
 */
final class CmDevices {
    /** One for the process, as librdmacm's list is. */
    static final CmDevices OF_PROCESS = new CmDevices();

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(UserDevice.PERIOD_MILLIS);

    private final Map<String, UserDevice> devices = new ConcurrentHashMap<>();

    /** The names of those that were removed, and are not back. */
    private final Set<String> removed = ConcurrentHashMap.newKeySet();

    /** Guarded by this object. */
    private @Nullable Thread watcher;

    private CmDevices() {}

    /**
     * Watches a device from now on; an empty name is that of none. A device that is removed already is watched as well: its
     * identifier has made librdmacm open it, and the removal waits until librdmacm closes it.
     */
    void add(String device) {
        if (device.isEmpty() || devices.containsKey(device)) {
            return;
        }
        UserDevice found = UserDevice.find(device);
        synchronized (this) {
            devices.put(device, found == null ? UserDevice.REMOVED : found);
            if (found == null) {
                removed.add(device);
            } else {
                removed.remove(device);
            }
            if (watcher == null) {
                Thread started = new Thread(this::watch, "verbena-cm-devices");
                started.setDaemon(true);
                started.start();
                watcher = started;
            }
        }
    }

    /** Whether a device that was added is still there, or is back. */
    boolean isPresent(String device) {
        return !removed.contains(device);
    }

    private void watch() {
        while (isNeeded()) {
            LockSupport.parkNanos(PERIOD_NANOS);
            forgetRemoved();
        }
    }

    private synchronized boolean isNeeded() {
        if (devices.isEmpty()) {
            watcher = null;
        }
        return !devices.isEmpty();
    }

    private void forgetRemoved() {
        boolean any = false;
        for (Map.Entry<String, UserDevice> known : devices.entrySet()) {
            if (!known.getValue().isPresent()) {
                removed.add(known.getKey());
                any = true;
            }
        }
        // Without any device left librdmacm does not look at its list, and has to be asked again when there is one.
        if (any && Cm.forgetRemovedDevices() == 0) {
            removed.forEach(devices::remove);
            // It has opened all the others.
            IbvDevice.deviceNames().forEach(this::add);
        }
    }
}
