package io.verbena.shell.cli;

import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a console remembers from one command to the next: the subnet that was read last, whether commands may take it, and
 * how results are printed and shown. Safe for use by several threads.
 */
public final class SessionState {
    private volatile @Nullable KnownSubnet known;
    private volatile boolean cached;
    private volatile boolean pages = true;
    private volatile @Nullable Format format;

    /**
     * A subnet as it was.
     *
     * @param subnet all of it, as far as it answered
     * @param read when it had been read
     */
    public record KnownSubnet(Subnet subnet, Instant read) {
        /** How long ago that was. */
        public Duration age() {
            return Duration.between(read, Instant.now());
        }
    }

    /** The subnet that was read last; what is completed comes from it. */
    public Optional<KnownSubnet> known() {
        return Optional.ofNullable(known);
    }

    /** Keeps a subnet that was read just now, all of it and from the end port of the console. */
    public void keep(Subnet subnet) {
        known = new KnownSubnet(subnet, Instant.now());
    }

    /** Whether commands take the subnet that is known, unless they are told otherwise. */
    public boolean usesCached() {
        return cached;
    }

    /** Lets commands take the subnet that is known, or read their own. */
    public void useCached(boolean use) {
        cached = use;
    }

    /** Whether output that is longer than the screen stops at each screenful. */
    public boolean pages() {
        return pages;
    }

    /** Lets long output stop at each screenful, or run through. */
    public void page(boolean next) {
        pages = next;
    }

    /** How results are printed, if that was set. */
    public @Nullable Format format() {
        return format;
    }

    /** Has results printed so, unless a command is told otherwise. */
    public void format(Format next) {
        format = next;
    }
}
