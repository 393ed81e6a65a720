package io.verbena.spring.boot.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.RequestFailedException;
import io.verbena.mad.MadTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The names and tags of all observations. A test generates {@code docs/meters.md} from this enumeration. */
public enum RdmaObservation implements ObservationDocumentation {
    MAD(
            MadObservationConvention.class,
            "rdma.mad",
            "A management request, from its first attempt until it has ended",
            List.of(Key.CLASS, Key.METHOD, Key.ATTRIBUTE, Key.OUTCOME),
            List.of(Key.PATH)),
    CLIENT(
            RequestObservationConvention.class,
            "rdma.client.requests",
            "A request of a client, until its response has arrived or it has failed",
            List.of(Key.CLIENT, Key.OUTCOME),
            List.of(Key.PEER, Key.BYTES)),
    SERVER(
            ListenerObservationConvention.class,
            "rdma.server.requests",
            "A request while a listener or handler runs, whose own observations are children of this one",
            List.of(Key.SERVER, Key.OUTCOME),
            List.of(Key.PEER, Key.BYTES));

    private final Class<? extends ObservationConvention<? extends Observation.Context>> convention;
    private final String name;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Key> low;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Key> high;

    RdmaObservation(
            Class<? extends ObservationConvention<? extends Observation.Context>> convention,
            String name,
            String description,
            List<Key> low,
            List<Key> high) {
        this.convention = convention;
        this.name = name;
        this.description = description;
        this.low = low;
        this.high = high;
    }

    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return convention;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return low.toArray(KeyName[]::new);
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
        return high.toArray(KeyName[]::new);
    }

    /** Returns the name that its convention uses. */
    public String observed() {
        return name;
    }

    /** Returns the description. */
    public String description() {
        return description;
    }

    /** The tags of observations. */
    public enum Key implements KeyName {
        CLASS("Management class"),
        METHOD("Method, such as `SubnGet`"),
        ATTRIBUTE("Attribute, such as `NodeInfo`"),
        CLIENT("Name of the client"),
        SERVER("Name of the server"),
        OUTCOME("`success`, `timeout`, `refused` by the peer, or `error`"),
        PATH("Path to the destination"),
        PEER("Address of the peer"),
        BYTES("Length of the message");

        private final String description;

        Key(String description) {
            this.description = description;
        }

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the description of its values. */
        public String description() {
            return description;
        }
    }

    static final class Outcome {
        private Outcome() {}

        /**
         * Returns {@code success}, {@code timeout}, {@code refused} if the listener of the peer failed, or {@code error}.
         */
        static String of(@Nullable Throwable failure) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause == null) {
                return "success";
            }
            if (cause instanceof ConnectionTimeoutException || cause instanceof MadTimeoutException) {
                return "timeout";
            }
            return cause instanceof RequestFailedException ? "refused" : "error";
        }
    }
}
