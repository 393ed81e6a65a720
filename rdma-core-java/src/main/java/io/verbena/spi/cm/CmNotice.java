package io.verbena.spi.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import org.jspecify.annotations.Nullable;

/**
 * An event.
 *
 * @param type what happened
 * @param status 0, a negative errno, or the reason of the other side
 * @param cookie that of the identifier; of the one that listens for a request
 * @param request the new identifier of a request, which has the cookie of the one that listens; else 0
 * @param membership the cookie of the group; 0 where there is none
 * @param parameters what the other side said; of datagrams only its private data and its queue pair
 * @param destination where datagrams are to be sent; null where there are none
 */
public record CmNotice(
        CmEventType type,
        int status,
        long cookie,
        long request,
        long membership,
        ConnectionParameters parameters,
        @Nullable DatagramDestination destination) {}
