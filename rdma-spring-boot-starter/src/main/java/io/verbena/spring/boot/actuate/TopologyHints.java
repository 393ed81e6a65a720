package io.verbena.spring.boot.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What an endpoint returns as {@code Object} is written as JSON by reflection, which ahead of time nobody sees. */
final class TopologyHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(
                        hints.reflection(), TopologyView.class, NodeDetail.class, TopologyDifference.class);
    }
}
