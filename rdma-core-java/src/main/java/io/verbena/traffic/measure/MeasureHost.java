package io.verbena.traffic.measure;

import io.verbena.cm.EventChannel;
import io.verbena.verbs.Context;

/** What a measurement needs of the host that it runs on; what it opens is closed by whoever gives this. */
public interface MeasureHost {
    /** Opens the device that was chosen, for queue pairs that are connected over the side channel. */
    Context device();

    /** Opens the device that the RDMA CM has found. */
    Context device(String name);

    /** Where the events of the RDMA CM come. */
    EventChannel events();
}
