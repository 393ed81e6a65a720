package io.verbena.mad;

/**
 * Serves the requests of a management class that arrive at an end port, until it is closed. Requests with a version, method or
 * attribute outside its {@link MadService} are refused without calling the handler. Safe for use by several threads.
 *
 * <p>The handler runs on a thread of the server, one request after the other. At most 1024 requests with a total of 16 MiB
 * are queued for it; further requests are refused as busy. A long request has at most 1 MiB. A request whose handler throws
 * gets no response, as if the response had been lost.
 */
public interface MadServer extends AutoCloseable {

    /** Returns the service. */
    MadService service();

    /** Stops the server. A handler that is running may finish, but its response is not sent. */
    @Override
    void close();
}
