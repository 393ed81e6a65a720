package io.verbena.trace;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.RdmaException;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import java.time.Duration;

/**
 * Attributes of a port, which are read again after one second because the subnet manager may change its LID. Safe for
 * use by several threads.
 */
final class PortWatch {
    private static final long FRESH = Duration.ofSeconds(1).toNanos();

    private final RdmaDriver driver;
    private final String device;
    private final int number;
    private volatile Reading last;

    private record Reading(PortAttributes attributes, long at) {}

    /** Reads the attributes. */
    PortWatch(RdmaDriver driver, String device, int number) {
        this.driver = driver;
        this.device = device;
        this.number = number;
        this.last = new Reading(read(), System.nanoTime());
    }

    /** Returns the name of the end port. */
    String name() {
        return device + "/" + number;
    }

    PortAttributes attributes() {
        Reading reading = last;
        long now = System.nanoTime();
        if (now - reading.at > FRESH) {
            reading = new Reading(readOr(reading.attributes), now);
            last = reading;
        }
        return reading.attributes;
    }

    /** Returns the attributes, or the last known ones if the port is gone, which calls report themselves. */
    private PortAttributes readOr(PortAttributes before) {
        try {
            return read();
        } catch (RdmaException e) {
            return before;
        }
    }

    private PortAttributes read() {
        return driver.device(device).ports().stream()
                .filter(port -> port.number() == number)
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException(
                        "device " + device + " has no port " + number + "; list what there is with ibstat"));
    }
}
