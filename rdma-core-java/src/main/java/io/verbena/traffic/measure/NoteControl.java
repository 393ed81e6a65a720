package io.verbena.traffic.measure;

import io.verbena.exchange.ExchangeException;
import io.verbena.exchange.SideChannel;
import io.verbena.exchange.SideChannels;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.measure.MeasureReport.Bandwidth;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges notes over a side channel. Reads no byte beyond a note, because the exchange of queue pairs uses the
 * channel as well.
 */
final class NoteControl extends Control {
    private static final Duration LAST_WORDS = Duration.ofMillis(100);

    final SideChannel channel;

    private final ByteBuffer in =
            ByteBuffer.allocate(Note.HEADER + Note.MAX_BODY).limit(Note.HEADER);

    /** The note that ended the current run of the peer; null as long as the peer runs. */
    private @Nullable Note last;

    NoteControl(SideChannel channel, Duration timeout) {
        super(channel, timeout);
        this.channel = channel;
    }

    @Override
    void meet(Station station) {
        send(new Note.Memory(
                station.memory.inboxAddress(), station.memory.region().remoteKey()));
        Note.Memory other = expect(Note.Memory.class);
        for (Lane lane : station.lanes) {
            lane.remoteAddress = other.address();
            lane.remoteKey = other.key();
        }
    }

    @Override
    void ready() {
        last = null;
        send(new Note.Ready());
        expect(Note.Ready.class);
    }

    @Override
    void alive() {
        send(new Note.Alive());
    }

    @Override
    Signal poll() {
        Note note = next();
        if (note == null) {
            return Signal.NONE;
        } else if (note instanceof Note.Alive) {
            return Signal.ALIVE;
        } else if (note instanceof Note.Done || note instanceof Note.Timed) {
            last = note;
            return Signal.DONE;
        }
        throw new UnknownPeerException(channel + " sent " + name(note.getClass()) + " during a measurement");
    }

    @Override
    void finished(Sent sent) {
        send(new Note.Done(sent));
    }

    @Override
    boolean isPlannedByBoth() {
        return false;
    }

    @Override
    long announced() {
        return last instanceof Note.Done done ? done.sent().messages() : Long.MAX_VALUE;
    }

    @Override
    Bandwidth result(BandwidthRun run) {
        Sent peer = !run.peerSends ? Sent.NONE : ended(Note.Done.class).sent();
        send(new Note.Received(run.received().messages()));
        long arrived = expect(Note.Received.class).messages();
        long lost = run.receives()
                ? Math.max(0, run.sent().messages() - arrived)
                        + Math.max(0, peer.messages() - run.received().messages())
                : 0;
        return new Bandwidth(run.size, run.sent(), peer, lost);
    }

    @Override
    Latency result(Latency measured) {
        send(new Note.Timed(measured));
        expect(Note.Received.class);
        return measured;
    }

    @Override
    Latency answered(Latency own) {
        Latency measured = ended(Note.Timed.class).latency();
        send(new Note.Received(0));
        return measured;
    }

    /** Returns the note with which the peer ends its run. */
    private <N extends Note> N ended(Class<N> kind) {
        Note arrived = last;
        if (arrived == null) {
            return expect(kind);
        }
        if (!kind.isInstance(arrived)) {
            throw new UnknownPeerException(channel + " sent an unexpected note during the measurement");
        }
        return kind.cast(arrived);
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
    private @Nullable Note next() {
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
