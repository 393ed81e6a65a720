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

/** The notes of a side channel. Reads no byte more than the note that it returns, as the exchange of queue pairs uses it, too. */
final class Control {
    private static final Duration LAST_WORDS = Duration.ofMillis(100);

    private final SideChannel channel;
    private final Duration patience;
    private final ByteBuffer in = ByteBuffer.allocate(Note.HEADER + Note.MOST).limit(Note.HEADER);

    Control(SideChannel channel, Duration patience) {
        this.channel = channel;
        this.patience = patience;
    }

    SideChannel channel() {
        return channel;
    }

    Duration patience() {
        return patience;
    }

    void tell(Note note) {
        SideChannels.writeFully(channel, note.encode(), patience);
    }

    /** Lets the other side know at once what it would otherwise wait for in vain. */
    void tellLast(RuntimeException reason) {
        try {
            Note refusal = new Note.Refusal(String.valueOf(reason.getMessage()));
            SideChannels.writeFully(channel, refusal.encode(), LAST_WORDS);
        } catch (ExchangeException e) {
            reason.addSuppressed(e);
        }
    }

    /**
     * The next note but for signs of life, each of which is waited for as long.
     *
     * @throws TrafficException if the other side cannot go on
     * @throws UnknownPeerException if it is another note
     * @throws ExchangeException if the other side is gone or silent
     */
    <N extends Note> N expect(Class<N> kind) {
        while (true) {
            SideChannels.readFully(channel, in, patience);
            Note note = taken();
            if (note == null || note instanceof Note.Alive) {
                continue;
            }
            if (!kind.isInstance(note)) {
                throw new UnknownPeerException(
                        channel + " said " + name(note.getClass()) + " where " + name(kind) + " was expected");
            }
            return kind.cast(note);
        }
    }

    /** The next note if it is there, without waiting. */
    @Nullable Note poll() {
        try {
            int count = channel.read(in, Duration.ZERO);
            if (count < 0) {
                // Who is gone says so as it does to those who wait.
                SideChannels.readFully(channel, in, Duration.ZERO);
            }
            return in.hasRemaining() ? null : taken();
        } catch (IOException e) {
            throw new TrafficException("the side channel to " + channel + " is broken: " + e.getMessage());
        }
    }

    /** The note that the buffer has; null if it has only the header of one. */
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
            throw e.during("the other side, " + channel + ", is not understood");
        }
        in.clear().limit(Note.HEADER);
        if (note instanceof Note.Refusal refusal) {
            throw new TrafficException(channel + " cannot go on: " + refusal.reason());
        }
        return note;
    }

    private static String name(Class<?> kind) {
        return "\"" + kind.getSimpleName().toLowerCase(Locale.ROOT) + "\"";
    }
}
