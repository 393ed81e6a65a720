package io.verbena.trace;

import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import java.util.List;

/** A provider whose datagrams are listened to. Closing it closes the listeners, too, after all that they listen to. */
public final class TracedDriver extends ForwardingDriver {
    private final Listeners listeners;

    /** All channels that {@code driver} opens through this tell all of these. */
    public TracedDriver(RdmaDriver driver, List<PacketListener> listeners) {
        super(driver);
        this.listeners = new Listeners(listeners);
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        PortWatch watch = new PortWatch(driver(), device, port);
        return new TracedChannel(driver().openMadChannel(device, port), watch, listeners);
    }

    @Override
    public void close() {
        try {
            super.close();
        } finally {
            listeners.close();
        }
    }
}
