package io.verbena.spi.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import org.jspecify.annotations.Nullable;

/**
 * An event of the connection manager as a provider reports it: identifiers and groups are named by their cookies.
 *
 * @param type what happened
 * @param status 0 for success, a negative errno, or the reason of the peer
 * @param cookie the cookie of the identifier; for a request, of the identifier that listens
 * @param request the new identifier of a request, which has the cookie of the listening identifier; otherwise 0
 * @param membership the cookie of the multicast group; 0 if the event concerns none
 * @param parameters the parameters of the peer; for datagrams only its private data and its queue pair
 * @param destination the destination of datagrams; null for connections
 */
public record CmEventRecord(
        CmEventType type,
        int status,
        long cookie,
        long request,
        long membership,
        ConnectionParameters parameters,
        @Nullable DatagramDestination destination) {}
