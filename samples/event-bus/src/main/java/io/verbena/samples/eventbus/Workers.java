package io.verbena.samples.eventbus;

import io.verbena.Rdma;
import java.io.IOException;

/** The workers of the cluster, which run in processes of their own, or all in this one if there is no device. */
interface Workers extends AutoCloseable {
    /** Returns the devices for the member that asks the workers. */
    Rdma rdma();

    /** Returns the address of the member that asks the workers. */
    String address();

    /** Starts a worker, and returns when it has joined the cluster. */
    void start(String name) throws IOException;

    /** Ends a worker without notice. */
    void kill(String name);

    @Override
    void close();
}
