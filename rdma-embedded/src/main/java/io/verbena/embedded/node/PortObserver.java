package io.verbena.embedded.node;

/** Is told of what happens to the ports of a fabric. */
public interface PortObserver {
    /** The logical state of a port is another one. */
    void stateChanged(Port port);

    /** Something else of a port is another. */
    default void changed(Port port, PortChange what) {}
}
