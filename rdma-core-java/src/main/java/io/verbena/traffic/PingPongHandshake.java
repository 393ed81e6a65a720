package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The handshake of the C programs: the client sends its addresses, the server connects and sends its own, and the
 * client confirms that it has read them.
 *
 * @param count the number of addresses on the wire; missing ones are filled with zeros
 */
record PingPongHandshake(
        SideChannel channel,
        List<PingPongAddress> local,
        int count,
        Consumer<List<PingPongAddress>> establish,
        Deadline deadline) {
    private static final byte[] DONE = "done\0".getBytes(US_ASCII);

    List<PingPongAddress> call() {
        sendAddresses();
        List<PingPongAddress> remote = receiveAddresses();
        SideChannels.writeFully(channel, ByteBuffer.wrap(DONE), deadline.remaining());
        establish.accept(remote);
        return remote;
    }

    /** Runs the handshake as the server, which posts its receives before the client may send. */
    List<PingPongAddress> answer() {
        List<PingPongAddress> remote = receiveAddresses();
        establish.accept(remote);
        sendAddresses();
        ByteBuffer done = ByteBuffer.allocate(DONE.length);
        SideChannels.readFully(channel, done, deadline.remaining());
        if (!done.flip().equals(ByteBuffer.wrap(DONE))) {
            throw new UnknownPeerException(channel + " did not confirm the addresses of this side");
        }
        return remote;
    }

    /**
     * Sends each address separately, because the C programs read each address, and the confirmation, with a read of its
     * own.
     */
    private void sendAddresses() {
        for (int i = 0; i < count; i++) {
            PingPongAddress address = i < local.size() ? local.get(i) : PingPongAddress.NONE;
            SideChannels.writeFully(channel, address.encode(), deadline.remaining());
        }
    }

    private List<PingPongAddress> receiveAddresses() {
        List<PingPongAddress> remote = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ByteBuffer bytes = ByteBuffer.allocate(PingPongAddress.LENGTH);
            SideChannels.readFully(channel, bytes, deadline.remaining());
            PingPongAddress address = PingPongAddress.decode(bytes.flip());
            if (!address.equals(PingPongAddress.NONE)) {
                remote.add(address);
            }
        }
        if (remote.size() != local.size()) {
            throw new UnknownPeerException(channel + " has " + remote.size() + " queue pairs, and this side "
                    + local.size() + "; use the same number on both sides");
        }
        return remote;
    }
}
