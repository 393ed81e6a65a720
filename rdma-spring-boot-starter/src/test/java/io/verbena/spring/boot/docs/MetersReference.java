package io.verbena.spring.boot.docs;

import io.micrometer.common.docs.KeyName;
import io.verbena.spring.boot.metrics.RdmaMeter;
import io.verbena.spring.boot.observation.RdmaObservation;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generates docs/meters.md from the meters and observations. */
final class MetersReference {
    private final StringBuilder text = new StringBuilder();

    String text() {
        text.append("""
                # Meters and observations

                All meters and observations of the Spring Boot starter. A test generates this page from `RdmaMeter` and `RdmaObservation`.
                [Spring Boot](spring.md#meters) explains their sources.

                ## Meters

                | Meter | Type | Unit | Description | Tags |
                |---|---|---|---|---|
                """);
        for (RdmaMeter meter : RdmaMeter.values()) {
            row(
                    "`" + meter.getName() + "`",
                    meter.getType().name().toLowerCase(Locale.ROOT),
                    meter.getBaseUnit() == null ? "" : meter.getBaseUnit(),
                    meter.description(),
                    names(meter.getKeyNames()));
        }
        text.append("\n| Tag | Description |\n|---|---|\n");
        for (RdmaMeter.Tag tag : RdmaMeter.Tag.values()) {
            row("`" + tag.asString() + "`", tag.description());
        }
        text.append("""

                ## Observations

                Observations are created if `rdma.observations` is `true`. Handlers turn them into timers and spans; timers carry the
                low-cardinality tags only. A bean of the type of the convention changes their names and tags.

                | Observation | Description | Low-cardinality tags | High-cardinality tags | Convention |
                |---|---|---|---|---|
                """);
        for (RdmaObservation observation : RdmaObservation.values()) {
            row(
                    "`" + observation.observed() + "`",
                    observation.description(),
                    names(observation.getLowCardinalityKeyNames()),
                    names(observation.getHighCardinalityKeyNames()),
                    "`" + observation.getDefaultConvention().getSimpleName() + "`");
        }
        text.append("\n| Tag | Description |\n|---|---|\n");
        for (RdmaObservation.Key key : RdmaObservation.Key.values()) {
            row("`" + key.asString() + "`", key.description());
        }
        return text.toString();
    }

    private void row(String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String names(KeyName[] keys) {
        return Stream.of(keys).map(key -> "`" + key.asString() + "`").collect(Collectors.joining(", "));
    }
}
