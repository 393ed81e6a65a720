package io.verbena.mad;

/** Answers the requests that come to a {@link MadServer}. */
@FunctionalInterface
public interface MadHandler {

    /**
     * Takes a request. It may be answered at once, later and from any thread, or never; it runs on the thread of its server,
     * where it may wait, and may ask others.
     *
     * @throws IllegalArgumentException if a field of the request makes no sense: it is refused as such
     * @throws io.verbena.error.RdmaException if it cannot be answered, as when the port is lost: it is dropped, and counted
     */
    void handle(MadInquiry inquiry);
}
