package io.verbena.traffic.measure;

import io.verbena.cm.EventChannel;
import io.verbena.verbs.Context;

/** Provides the devices of a measurement. The caller of the measurement closes what it opens. */
public interface MeasureHost {
    /** Opens the selected device, for queue pairs that are connected over the side channel. */
    Context device();

    /** Opens the device that the RDMA CM has selected. */
    Context device(String name);

    /** Returns the event channel of the RDMA CM. */
    EventChannel events();
}
