package io.verbena.gsi;

import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import io.verbena.verbs.Context;

/** A provider that sends the management datagrams of the general services through verbs, and supports no others. */
public final class GsiDriver extends ForwardingDriver {
    /** Creates a provider that delegates everything but management datagrams to {@code driver}. */
    public GsiDriver(RdmaDriver driver) {
        super(driver);
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        return new GsiChannel(new Context(device, driver().openVerbs(device)), port);
    }
}
