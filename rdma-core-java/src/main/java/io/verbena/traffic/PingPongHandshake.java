package io.verbena.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.UnknownPeerException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * How the C programs meet: the client tells what it is, the server connects and does the same, and the client says that it
 * has read it.
 */
final class PingPongHandshake {
    private static final byte[] DONE = "done\0".getBytes(US_ASCII);

    private final SideChannel channel;
    private final List<PingPongAddress> local;
    private final int told;
    private final Consumer<List<PingPongAddress>> establish;
    private final long start = System.nanoTime();
    private final Duration timeout;

    /**
     * A meeting that has not begun.
     *
     * @param told how many addresses go over the channel; those that there are not are zeros
     */
    PingPongHandshake(
            SideChannel channel,
            List<PingPongAddress> local,
            int told,
            Consumer<List<PingPongAddress>> establish,
            Duration timeout) {
        this.channel = channel;
        this.local = local;
        this.told = told;
        this.establish = establish;
        this.timeout = timeout;
    }

    /** As the client. */
    List<PingPongAddress> call() {
        tell();
        List<PingPongAddress> remote = ask();
        SideChannels.writeFully(channel, ByteBuffer.wrap(DONE), remaining());
        establish.accept(remote);
        return remote;
    }

    /** As the server, which receives before the client may send. */
    List<PingPongAddress> answer() {
        List<PingPongAddress> remote = ask();
        establish.accept(remote);
        tell();
        ByteBuffer done = ByteBuffer.allocate(DONE.length);
        SideChannels.readFully(channel, done, remaining());
        if (!done.flip().equals(ByteBuffer.wrap(DONE))) {
            throw new UnknownPeerException(channel + " did not say that it has read what this side is");
        }
        return remote;
    }

    /** The C programs read each address by itself, and the last word by a read of its own. */
    private void tell() {
        for (int i = 0; i < told; i++) {
            PingPongAddress address = i < local.size() ? local.get(i) : PingPongAddress.NONE;
            SideChannels.writeFully(channel, address.encode(), remaining());
        }
    }

    private List<PingPongAddress> ask() {
        List<PingPongAddress> remote = new ArrayList<>();
        for (int i = 0; i < told; i++) {
            ByteBuffer bytes = ByteBuffer.allocate(PingPongAddress.LENGTH);
            SideChannels.readFully(channel, bytes, remaining());
            PingPongAddress address = PingPongAddress.decode(bytes.flip());
            if (!address.equals(PingPongAddress.NONE)) {
                remote.add(address);
            }
        }
        if (remote.size() != local.size()) {
            throw new UnknownPeerException(channel + " has " + remote.size() + " queue pairs, and this side "
                    + local.size() + "; let both have the same number");
        }
        return remote;
    }

    private Duration remaining() {
        Duration left = timeout.minusNanos(System.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
