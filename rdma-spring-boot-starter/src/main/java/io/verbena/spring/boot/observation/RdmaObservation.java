package io.verbena.spring.boot.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All observations: what is observed, and what handlers are told of it. {@code docs/meters.md} is made of this. */
public enum RdmaObservation implements ObservationDocumentation {
    MAD(
            MadObservationConvention.class,
            "rdma.mad",
            "A request of management, from when it is sent first until it has ended",
            names(Key.CLASS, Key.METHOD, Key.ATTRIBUTE, Key.OUTCOME),
            names(Key.PATH)),
    CLIENT(
            RequestObservationConvention.class,
            "rdma.client.requests",
            "A request of a client of the configuration, until it is answered or has failed",
            names(Key.CLIENT, Key.OUTCOME),
            names(Key.PEER, Key.BYTES)),
    SERVER(
            ListenerObservationConvention.class,
            "rdma.server.requests",
            "A request that a listener answers; what the listener observes is part of it",
            names(Key.SERVER, Key.OUTCOME),
            names(Key.PEER, Key.BYTES));

    private final Class<? extends ObservationConvention<? extends Observation.Context>> convention;
    private final String name;
    private final String description;

    /** Names between commas: an enumeration holds nothing that could change. */
    private final String low;

    private final String high;

    RdmaObservation(
            Class<? extends ObservationConvention<? extends Observation.Context>> convention,
            String name,
            String description,
            String low,
            String high) {
        this.convention = convention;
        this.name = name;
        this.description = description;
        this.low = low;
        this.high = high;
    }

    private static String names(Key... keys) {
        return Stream.of(keys).map(Key::name).collect(Collectors.joining(","));
    }

    private static KeyName[] keys(String names) {
        return Stream.of(names.split(",", -1)).map(Key::valueOf).toArray(KeyName[]::new);
    }

    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
        return convention;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
        return keys(low);
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
        return keys(high);
    }

    /** What its convention calls it. */
    public String observed() {
        return name;
    }

    /** What is observed. */
    public String description() {
        return description;
    }

    /** What handlers are told. */
    public enum Key implements KeyName {
        CLASS("the class of management"),
        METHOD("the method, as `SubnGet`"),
        ATTRIBUTE("the attribute, as `NodeInfo`"),
        CLIENT("the name of the client"),
        SERVER("the name of the server"),
        OUTCOME("`success`, `timeout`, `refused` by the other side, or `error`"),
        PATH("to whom it goes"),
        PEER("the address of the other side"),
        BYTES("how long the message is");

        private final String description;

        Key(String description) {
            this.description = description;
        }

        @Override
        public String asString() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What its values are. */
        public String description() {
            return description;
        }
    }
}
