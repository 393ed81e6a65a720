package io.verbena.gsi;

import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import io.verbena.verbs.Context;

/** A provider whose management datagrams leave by verbs: those of the general services, as no others can. */
public final class GsiDriver extends ForwardingDriver {
    /** Does what {@code driver} does, but for the datagrams. */
    public GsiDriver(RdmaDriver driver) {
        super(driver);
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        return new GsiChannel(new Context(device, driver().openVerbs(device)), port);
    }
}
