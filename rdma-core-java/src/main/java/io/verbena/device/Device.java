package io.verbena.device;

import io.verbena.iba.NodeDescription;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.RdmaDriver;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A device of this host. Methods throw {@link io.verbena.error.RdmaException} if the device was removed or cannot be read. Safe for
 * use by several threads.
 */
public final class Device {
    private final RdmaDriver driver;
    private final String name;

    Device(RdmaDriver driver, String name) {
        this.driver = driver;
        this.name = name;
    }

    /** Returns the name that the system gives the device, such as {@code mlx5_0}. */
    public String name() {
        return name;
    }

    /** Returns the current attributes. */
    public DeviceAttributes attributes() {
        return driver.device(name);
    }

    /** Returns the end ports, by number. */
    public List<EndPort> endPorts() {
        return attributes().ports().stream()
                .map(port -> new EndPort(driver, this, port.number()))
                .toList();
    }

    /** Returns the current NodeDescription (IBA 14.2.5.2). */
    public String description() {
        return driver.description(name);
    }

    /** Returns the ID of the board (PSID), such as {@code MT_0000000012}; an empty string if the device has none. */
    public String boardId() {
        return driver.boardId(name);
    }

    /**
     * Sets the NodeDescription of this device, which the whole subnet sees. The change is lost when the device or the host restarts.
     *
     * @param text the description, at most 64 bytes of UTF-8 without control characters
     * @throws IllegalArgumentException if the text is too long or has control characters
     * @throws io.verbena.error.RdmaException if the description cannot be set, for example without permission; the message tells
     *     what to do
     */
    public void describe(String text) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (length > NodeDescription.LENGTH) {
            throw new IllegalArgumentException(
                    "'" + text + "' has " + length + " bytes; a description has at most " + NodeDescription.LENGTH);
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "the description of " + name + " contains control characters; remove them");
        }
        driver.describe(name, text);
    }

    @Override
    public String toString() {
        return name;
    }
}
