package io.verbena.connection;

/** Whether the completion of a request without a future is reported. */
public enum Signaling {
    /** {@link RdmaConnection#awaitCompletions} or the {@linkplain RdmaConnection#listener listener} reports the completion. */
    SIGNALED,
    /** No completion is reported, unless the request fails, which ends the connection. */
    UNSIGNALED
}
