package io.verbena.contract.removal;

import io.verbena.Rdma;
import java.net.InetAddress;

/** Two devices with an address each, of which one can be removed. */
public interface RemovalBed extends AutoCloseable {
    /** Opens the host with the device that is removed. */
    Rdma removable();

    /** Opens the host with the other device; it may be the same host. */
    Rdma other();

    /** The name of the device that is removed. */
    String device();

    /** The address of the device that is removed. */
    InetAddress address();

    /** The address of the other device. */
    InetAddress otherAddress();

    /** Returns whether the device can still notify its peers of the end of their connections. */
    default boolean tellsPeers() {
        return true;
    }

    /** Removes the device: returns when it is gone, which may be when every program has closed it. */
    void remove();

    /** Brings the device back, and waits until it is ready. */
    void restore();

    @Override
    void close();
}
