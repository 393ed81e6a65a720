package io.verbena.device;

import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.RdmaDriver;
import java.util.List;

/** A device of this host. Safe for use by several threads. */
public final class Device {
    private final RdmaDriver driver;
    private final String name;

    Device(RdmaDriver driver, String name) {
        this.driver = driver;
        this.name = name;
    }

    /** As the system calls it, such as {@code mlx5_0}. */
    public String name() {
        return name;
    }

    /**
     * What it is now.
     *
     * @throws io.verbena.error.RdmaException if it is gone or cannot be read
     */
    public DeviceAttributes attributes() {
        return driver.device(name);
    }

    /** Its end ports, by number. */
    public List<EndPort> endPorts() {
        return attributes().ports().stream()
                .map(port -> new EndPort(driver, this, port.number()))
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
