package io.verbena.mad;

import io.verbena.path.Path;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;

/**
 * What a call asks: its request, whole but for the transaction ID, and how its answer is read.
 *
 * @param <T> what the answer is to the caller
 * @param exchange the request and, later, the reply, for errors and tracers
 * @param request the datagram or long message; nobody else has it
 * @param agent what it is sent with
 * @param destination where it goes
 * @param answer how its answer is read
 */
record Question<T>(MadExchange exchange, byte[] request, AgentKey agent, MadAddress destination, Answer<T> answer) {
    Path path() {
        return exchange.path();
    }

    int managementClass() {
        return agent.managementClass();
    }

    int attributeId() {
        return ByteBuffer.wrap(request).getShort(MadCodec.ATTRIBUTE_ID) & 0xffff;
    }

    /** Whether an answer may have this attribute. */
    boolean answers(int attribute) {
        return attribute == attributeId()
                || answer instanceof Answer.Table<?> table && table.attributeId() == attribute;
    }
}
