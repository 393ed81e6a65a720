package io.verbena.spring.boot.autoconfigure;

import java.util.Locale;
import java.util.Optional;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/** Selects the fabric and the end port. A bean of this type replaces the properties {@code rdma.fabric} and {@code rdma.end-port}. */
public interface RdmaFabricDetails extends ConnectionDetails {

    /** Returns the fabric and the end port that the properties select. */
    static RdmaFabricDetails of(RdmaProperties properties) {
        return new RdmaFabricDetails() {
            @Override
            public String fabric() {
                String type = properties.fabric().type().name().toLowerCase(Locale.ROOT);
                String topology = properties.fabric().topology();
                return topology == null || topology.isEmpty() ? type : type + ":" + topology;
            }

            @Override
            public Optional<String> endPort() {
                return Optional.ofNullable(properties.endPort());
            }
        };
    }

    /**
     * Returns the fabric as {@link io.verbena.Rdma.Builder#fabric} takes it: {@code native}, or {@code embedded:} and a
     * topology, which may also be the {@code classpath:} or {@code file:} location of a net file.
     */
    String fabric();

    /** Returns an end port as {@link io.verbena.Rdma#endPort(String)} takes it; if empty, the first active one is used. */
    default Optional<String> endPort() {
        return Optional.empty();
    }
}
