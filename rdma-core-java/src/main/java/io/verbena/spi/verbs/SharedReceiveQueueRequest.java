package io.verbena.spi.verbs;

import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;

/**
 * What a shared receive queue is to be.
 *
 * @param domain its protection domain
 * @param attributes how large it is at least
 * @param type who takes from it
 * @param xrcDomain its XRC domain, 0 if it is of another type
 * @param completionQueue where its receives are completed, 0 if it is basic
 * @param tags receives in its list, 0 if it has none
 * @param operations changes of the list under way, 0 if it has none
 * @param cookie what its events tell
 */
public record SharedReceiveQueueRequest(
        long domain,
        SharedReceiveQueueAttributes attributes,
        SharedReceiveQueueType type,
        long xrcDomain,
        long completionQueue,
        int tags,
        int operations,
        long cookie) {}
