package io.verbena.device;

import io.verbena.iba.NodeDescription;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.RdmaDriver;
import java.nio.charset.StandardCharsets;
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

    /**
     * What it calls itself in the subnet, its NodeDescription (IBA 14.2.5.2), as it is now.
     *
     * @throws io.verbena.error.RdmaException if it is gone or cannot be read
     */
    public String description() {
        return driver.description(name);
    }

    /**
     * Has it call itself otherwise, until it or this host starts anew. This changes what all of the subnet sees.
     *
     * @param text at most 64 bytes of UTF-8, without control characters
     * @throws IllegalArgumentException if it is longer, or has such
     * @throws io.verbena.error.RdmaException if it cannot be set, as without permission; the message says what to do
     */
    public void describe(String text) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (length > NodeDescription.LENGTH) {
            throw new IllegalArgumentException(
                    "'" + text + "' has " + length + " bytes; a description has at most " + NodeDescription.LENGTH);
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a description has no control characters; that of " + name + " would");
        }
        driver.describe(name, text);
    }

    @Override
    public String toString() {
        return name;
    }
}
