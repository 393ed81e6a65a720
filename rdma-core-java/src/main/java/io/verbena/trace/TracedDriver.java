package io.verbena.trace;

import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import java.util.List;

/** A provider that notifies listeners of datagrams. Closing it also closes the listeners, last. */
public final class TracedDriver extends ForwardingDriver {
    private final Listeners listeners;

    /** Creates a provider that reports the datagrams of all channels of {@code driver}. */
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
