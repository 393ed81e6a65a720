package io.verbena.spring.boot.autoconfigure;

import java.util.Locale;
import java.util.Optional;

/** The fabric that the properties name. */
final class PropertiesRdmaFabricDetails implements RdmaFabricDetails {
    private final RdmaProperties properties;

    PropertiesRdmaFabricDetails(RdmaProperties properties) {
        this.properties = properties;
    }

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
}
