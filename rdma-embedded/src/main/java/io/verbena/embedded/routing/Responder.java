package io.verbena.embedded.routing;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;

/** Answers requests as the hardware of a node does, in the bytes of the request. */
public interface Responder {
    /** What became of a request. */
    enum Verdict {
        /** The bytes are the answer. */
        ANSWERED,
        /** It is dropped without a word. */
        DROPPED,
        /** A program on the host may know more. */
        NOT_MINE
    }

    /**
     * Answers a request.
     *
     * @param node who is asked
     * @param arrival the port the request came in by, of another node where that answers for this one
     */
    Verdict answer(Node node, Packet packet, Port arrival);

    /** Refuses a request that nobody on a host takes. */
    void refuse(Packet packet);

    /** Is told that a packet came to a port with a key that it does not admit. */
    void badKey(Packet packet, Port arrival, boolean queueKey);
}
