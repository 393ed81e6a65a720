package io.verbena.trace;

import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;

/** A provider whose datagrams are listened to. Closing it closes the listeners, too, after all that they listen to. */
public final class TracedDriver implements RdmaDriver {
    private final RdmaDriver driver;
    private final Listeners listeners;

    /** All channels that {@code driver} opens through this tell all of these. */
    public TracedDriver(RdmaDriver driver, List<PacketListener> listeners) {
        this.driver = driver;
        this.listeners = new Listeners(listeners);
    }

    @Override
    public List<String> deviceNames() {
        return driver.deviceNames();
    }

    @Override
    public DeviceAttributes device(String name) {
        return driver.device(name);
    }

    @Override
    public List<GidEntry> gids(String device, int port) {
        return driver.gids(device, port);
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        PortWatch watch = new PortWatch(driver, device, port);
        return new TracedChannel(driver.openMadChannel(device, port), watch, listeners);
    }

    @Override
    public IsSm openIsSm(String device, int port) {
        return driver.openIsSm(device, port);
    }

    @Override
    public List<String> verbsDeviceNames() {
        return driver.verbsDeviceNames();
    }

    @Override
    public VerbsDriver openVerbs(String device) {
        return driver.openVerbs(device);
    }

    @Override
    public VerbsDriver importVerbs(int descriptor) {
        return driver.importVerbs(descriptor);
    }

    @Override
    public CmDriver openCm() {
        return driver.openCm();
    }

    @Override
    public void close() {
        try {
            driver.close();
        } finally {
            listeners.close();
        }
    }
}
