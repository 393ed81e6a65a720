package io.verbena.traffic.measure;

import io.verbena.exchange.ExchangeException;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.traffic.TrafficException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges notes over a side channel. Reads no byte beyond a note, because the exchange of queue pairs uses the
 * channel as well.
 */
final class Control {
    private static final Duration LAST_WORDS = Duration.ofMillis(100);

    final SideChannel channel;
    final Duration timeout;
    private final ByteBuffer in =
            ByteBuffer.allocate(Note.HEADER + Note.MAX_BODY).limit(Note.HEADER);

    Control(SideChannel channel, Duration timeout) {
        this.channel = channel;
        this.timeout = timeout;
    }

    void send(Note note) {
        SideChannels.writeFully(channel, note.encode(), timeout);
    }

    /** Reports a failure of this side, so that the peer does not wait for the timeout. */
    void sendFailure(RuntimeException reason) {
        try {
            Note refusal = new Note.Refusal(String.valueOf(reason.getMessage()));
            SideChannels.writeFully(channel, refusal.encode(), LAST_WORDS);
        } catch (ExchangeException e) {
            reason.addSuppressed(e);
        }
    }

    /**
     * Returns the next note except signs of life, each of which restarts the timeout.
     *
     * @throws TrafficException if the peer reports a failure
     * @throws UnknownPeerException if another note arrives
     * @throws ExchangeException if the peer disconnects or does not respond
     */
    <N extends Note> N expect(Class<N> kind) {
        while (true) {
            SideChannels.readFully(channel, in, timeout);
            Note note = taken();
            if (note == null || note instanceof Note.Alive) {
                continue;
            }
            if (!kind.isInstance(note)) {
                throw new UnknownPeerException(
                        channel + " sent " + name(note.getClass()) + " instead of " + name(kind));
            }
            return kind.cast(note);
        }
    }

    /** Returns the next note if it has arrived, without blocking. */
    @Nullable Note poll() {
        try {
            int count = channel.read(in, Duration.ZERO);
            if (count < 0) {
                // A peer that has disconnected is reported as it is to callers that wait.
                SideChannels.readFully(channel, in, Duration.ZERO);
            }
            return in.hasRemaining() ? null : taken();
        } catch (IOException e) {
            throw new TrafficException("the side channel to " + channel + " is broken: " + e.getMessage());
        }
    }

    /** Returns the note in the buffer; null if it contains only a header. */
    private @Nullable Note taken() {
        Note note;
        try {
            int length = Note.bodyLength(in.duplicate().position(0));
            if (in.position() < Note.HEADER + length) {
                in.limit(Note.HEADER + length);
                return null;
            }
            note = Note.decode(in.duplicate().flip());
        } catch (UnknownPeerException e) {
            throw e.during("cannot read a note of " + channel);
        }
        in.clear().limit(Note.HEADER);
        if (note instanceof Note.Refusal refusal) {
            throw new TrafficException(channel + " failed: " + refusal.reason());
        }
        return note;
    }

    private static String name(Class<?> kind) {
        return "\"" + kind.getSimpleName().toLowerCase(Locale.ROOT) + "\"";
    }
}
