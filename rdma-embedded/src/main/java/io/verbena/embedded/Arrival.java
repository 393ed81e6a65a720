package io.verbena.embedded;

import io.verbena.embedded.node.Packet;
import io.verbena.embedded.time.Event;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;

/** A datagram on its way to an endpoint, or a request that is on its way back to who sent it. Used again and again. */
final class Arrival extends Event {
    private final byte[] bytes = new byte[Packet.LENGTH];
    private final ByteBuffer mad = ByteBuffer.wrap(bytes);
    private final Endpoint endpoint;
    private long transaction;
    private int agent;
    private int status;
    private MadAddress address;

    Arrival(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.address = MadAddress.DIRECTED;
    }

    /** Says what it is, all but its bytes. */
    Arrival as(int forAgent, int errorNumber, MadAddress from, long id) {
        transaction = id;
        agent = forAgent;
        status = errorNumber;
        address = from;
        mad.clear();
        return this;
    }

    @Override
    protected void happen() {
        endpoint.happened(this);
    }

    byte[] bytes() {
        return bytes;
    }

    long transaction() {
        return transaction;
    }

    int agent() {
        return agent;
    }

    int status() {
        return status;
    }

    MadAddress address() {
        return address;
    }

    ByteBuffer mad() {
        return mad;
    }
}
