package io.verbena.monitor.web;

import io.verbena.monitor.collect.CollectorProperties;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.query.TimeRange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** The defaults and limits of parameters that several requests have. */
@Component
final class RequestDefaults {
    /** Maximum number of rows of an answer. */
    static final int MAX_ROWS = 1000;

    private static final int MAX_OBJECTS = 300;
    private static final Pattern OBJECT = Pattern.compile("0x[0-9a-f]{16}(/\\d{1,3})?");

    private final LiveView live;
    private final Clock clock;
    private final String ownSubnet;

    RequestDefaults(LiveView live, CollectorProperties collector, Clock clock) {
        this.live = live;
        this.clock = clock;
        this.ownSubnet = collector.subnet();
    }

    /** Returns the subnet of a request: by default that of this process, or the first one that was read. */
    String subnet(Optional<String> subnet) {
        return subnet.orElseGet(() -> live.preferred(ownSubnet));
    }

    /** Returns a range that ends now, and has the length, by default. */
    TimeRange range(Optional<Instant> from, Optional<Instant> to, Duration length) {
        return TimeRange.of(from.orElse(null), to.orElse(null), length, clock);
    }

    /** Limits the number of rows. */
    static int rows(int rows) {
        return Math.max(1, Math.min(rows, MAX_ROWS));
    }

    /**
     * Checks the objects that a request names.
     *
     * @throws IllegalArgumentException if there are too many, or one is not a GUID, or a GUID, a slash and a port
     */
    static List<String> objects(List<String> objects) {
        if (objects.size() > MAX_OBJECTS) {
            throw new IllegalArgumentException(
                    objects.size() + " objects are named; at most " + MAX_OBJECTS + " are allowed");
        }
        for (String object : objects) {
            if (!OBJECT.matcher(object).matches()) {
                throw new IllegalArgumentException("'" + object
                        + "' is not an object; expected the GUID of a node, with a slash and a port number for a port");
            }
        }
        return objects;
    }
}
