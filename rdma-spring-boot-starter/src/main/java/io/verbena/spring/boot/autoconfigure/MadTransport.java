package io.verbena.spring.boot.autoconfigure;

/** By what management datagrams leave. */
public enum MadTransport {
    /** The interface of the system for them, with the rights that it asks for. */
    UMAD,
    /** Queue pairs of the application, as any device with verbs gives; without subnet management. */
    VERBS
}
