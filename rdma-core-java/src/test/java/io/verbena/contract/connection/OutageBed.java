package io.verbena.contract.connection;

import io.verbena.Rdma;
import java.net.InetAddress;
import java.time.Duration;

/** A client and a server that reach each other by one link, which can fail. */
public interface OutageBed extends AutoCloseable {

    /** The devices of the client. */
    Rdma client();

    /** The devices of the server, which may be the same. */
    Rdma server();

    /** The address of the server, which is reached by the link. */
    InetAddress address();

    /** Loses all packets, both ways, until the action has ended. */
    default void whileLosing(Runnable action) {
        whileLosing(100, action);
    }

    /** Loses a part of the packets, both ways, until the action has ended. */
    void whileLosing(int percent, Runnable action);

    /** Takes the link down until the action has ended. */
    void whileUnplugged(Runnable action);

    /** Whether a device tries a limited number of times to reach its peer. */
    default boolean givesUp() {
        return true;
    }

    /** Whether the connection manager of the system outlives a link that was down. */
    default boolean canUnplug() {
        return true;
    }

    /** How long it may take to connect again when the link is back. */
    default Duration recovery() {
        return Duration.ofSeconds(5);
    }

    @Override
    void close();
}
