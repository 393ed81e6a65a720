package io.verbena.mad;

/** Handles the requests that arrive at a {@link MadServer}. */
@FunctionalInterface
public interface MadHandler {

    /**
     * Handles a request on the thread of the server. The handler may block and send requests of its own. It may respond
     * immediately, later from any thread, or never.
     *
     * @throws IllegalArgumentException if a field of the request is invalid; the request is refused
     * @throws io.verbena.error.RdmaException if the response cannot be sent, for example because the port is lost; the request
     *     is dropped and counted
     */
    void handle(MadServerRequest request);
}
