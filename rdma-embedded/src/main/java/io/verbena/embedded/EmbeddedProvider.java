package io.verbena.embedded;

import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;

/**
 * The provider {@code embedded}. Its argument is that of {@link EmbeddedFabric#open(String)}. To inject faults, use
 * {@link EmbeddedFabric} instead.
 */
public final class EmbeddedProvider implements RdmaProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public EmbeddedProvider() {}

    @Override
    public String name() {
        return "embedded";
    }

    @Override
    public RdmaDriver open(String argument) {
        return EmbeddedFabric.open(argument).driver();
    }
}
