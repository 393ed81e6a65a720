package io.verbena.mad;

import io.verbena.path.Path;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;

/**
 * What a call asks: its request, whole but for the transaction ID, and how its answer is read.
 *
 * @param <T> what the answer is to the caller
 */
final class Question<T> {
    private final MadExchange exchange;
    private final byte[] request;
    private final AgentKey agent;
    private final MadAddress destination;
    private final Answer<T> answer;

    Question(MadExchange exchange, byte[] request, AgentKey agent, MadAddress destination, Answer<T> answer) {
        this.exchange = exchange;
        this.request = request;
        this.agent = agent;
        this.destination = destination;
        this.answer = answer;
    }

    /** The request and, later, the reply, for errors and tracers. */
    MadExchange exchange() {
        return exchange;
    }

    /** The datagram or long message, which gets a transaction ID for each try. */
    byte[] request() {
        return request;
    }

    /** What it is sent with. */
    AgentKey agent() {
        return agent;
    }

    /** Where it goes. */
    MadAddress destination() {
        return destination;
    }

    /** How its answer is read. */
    Answer<T> answer() {
        return answer;
    }

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
                || (answer instanceof Answer.Table<?> table && table.attributeId() == attribute);
    }
}
