package io.verbena.spring.boot.autoconfigure;

import java.util.Optional;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/** Which fabric to use, and where to enter it. A bean of this type counts instead of the {@code rdma.*} properties. */
public interface RdmaFabricDetails extends ConnectionDetails {

    /** The fabric that the properties name. */
    static RdmaFabricDetails of(RdmaProperties properties) {
        return new PropertiesRdmaFabricDetails(properties);
    }

    /**
     * The fabric, as {@link io.verbena.Rdma.Builder#fabric} takes it: {@code native}, or {@code embedded:} and a topology,
     * which may also be the {@code classpath:} or {@code file:} location of a net file.
     */
    String fabric();

    /** Any name for an end port, as {@link io.verbena.Rdma#endPort(String)} takes it; empty for the first active one. */
    default Optional<String> endPort() {
        return Optional.empty();
    }
}
