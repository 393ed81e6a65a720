package io.verbena.spi;

import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;
import java.util.Map;

/** A driver that forwards to another one. Subclasses override the methods that differ. */
public abstract class ForwardingDriver implements RdmaDriver {
    private final RdmaDriver driver;

    /** Creates a driver that forwards to another one and closes it. */
    protected ForwardingDriver(RdmaDriver driver) {
        this.driver = driver;
    }

    /** Returns the driver to which calls are forwarded. */
    protected final RdmaDriver driver() {
        return driver;
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
    public int reregistrations(String device, int port) {
        return driver.reregistrations(device, port);
    }

    @Override
    public Map<String, Long> counters(String device, int port) {
        return driver.counters(device, port);
    }

    @Override
    public String description(String device) {
        return driver.description(device);
    }

    @Override
    public String boardId(String device) {
        return driver.boardId(device);
    }

    @Override
    public void describe(String device, String text) {
        driver.describe(device, text);
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        return driver.openMadChannel(device, port);
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
    public VerbsDriver openMlx5(String device, int flags, int... descriptors) {
        return driver.openMlx5(device, flags, descriptors);
    }

    @Override
    public VerbsDriver openMlx5Vfio(String address, int flags) {
        return driver.openMlx5Vfio(address, flags);
    }

    @Override
    public CmDriver openCm() {
        return driver.openCm();
    }

    @Override
    public void close() {
        driver.close();
    }
}
