package io.verbena.shell.cli;

import io.verbena.error.RdmaException;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadTracer;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.subnet.Subnet;
import io.verbena.trace.Packet;
import io.verbena.trace.PacketListener;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a console: the subnet that was read last, whether commands use it, the output format, paging, and the
 * tracers of the running command, to which it forwards the calls and packets of the fabric. Safe for use by several
 * threads.
 */
public final class SessionState implements MadTracer, PacketListener {
    private volatile @Nullable KnownSubnet known;
    private volatile boolean cached;
    private volatile boolean pages = true;
    private volatile @Nullable Format format;
    private volatile @Nullable MadTracer tracer;
    private volatile @Nullable PacketListener packets;

    /**
     * A subnet that was read earlier.
     *
     * @param subnet the subnet, without the parts that did not respond
     * @param read the time at which the discovery ended
     */
    public record KnownSubnet(Subnet subnet, Instant read) {
        /** Returns the time since the subnet was read. */
        public Duration age() {
            return Duration.between(read, Instant.now());
        }
    }

    /** Returns the subnet that was read last; completion uses it. */
    public Optional<KnownSubnet> known() {
        return Optional.ofNullable(known);
    }

    /** Stores a complete subnet that was just read from the end port of the console. */
    public void keep(Subnet subnet) {
        known = new KnownSubnet(subnet, Instant.now());
    }

    /** Returns whether commands use the cached subnet by default. */
    public boolean usesCached() {
        return cached;
    }

    /** Sets whether commands use the cached subnet by default. */
    public void useCached(boolean use) {
        cached = use;
    }

    /** Returns whether long output is paged. */
    public boolean pages() {
        return pages;
    }

    /** Sets whether long output is paged. */
    public void page(boolean next) {
        pages = next;
    }

    /** Returns the default output format; null if it was not set. */
    public @Nullable Format format() {
        return format;
    }

    /** Sets the default output format. */
    public void format(Format next) {
        format = next;
    }

    /** Forwards all subsequent calls to {@code nextTracer} and all packets to {@code nextPackets}. Null stops forwarding. */
    void trace(@Nullable MadTracer nextTracer, @Nullable PacketListener nextPackets) {
        tracer = nextTracer;
        packets = nextPackets;
    }

    @Override
    public void packet(Packet packet) {
        PacketListener current = packets;
        if (current != null) {
            current.packet(packet);
        }
    }

    @Override
    public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
        MadTracer current = tracer;
        if (current != null) {
            current.completed(exchange, elapsed, failure);
        }
    }
}
