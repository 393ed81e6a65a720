/**
 * Management datagrams (MADs): requests, responses and servers (IBA 13).
 *
 * <p>{@link io.verbena.mad.MadTransactor} sends requests from an end port. A request has a timeout and retries, and ends with
 * a response or an exception that holds the request. All transactors of an end port share one reader thread and one window of
 * outstanding requests. {@link io.verbena.mad.MadServer} serves the requests of other nodes.
 */
@NullMarked
package io.verbena.mad;

import org.jspecify.annotations.NullMarked;
