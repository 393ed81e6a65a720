package io.verbena.spi.verbs;

import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;

/**
 * The parameters of a new shared receive queue.
 *
 * @param domain its protection domain
 * @param attributes its minimum sizes
 * @param type its type
 * @param xrcDomain its XRC domain, or 0
 * @param completionQueue the completion queue of its receives, or 0 for a basic queue
 * @param tags the maximum number of tagged receives, or 0
 * @param operations the maximum number of outstanding changes of the tag list, or 0
 * @param cookie the cookie of its events
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
