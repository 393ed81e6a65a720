package io.verbena.spring.boot.docs;

import io.micrometer.common.docs.KeyName;
import io.verbena.spring.boot.metrics.RdmaMeter;
import io.verbena.spring.boot.observation.RdmaObservation;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes docs/meters.md of what the meters and observations say of themselves. */
final class MetersReference {
    private final StringBuilder text = new StringBuilder();

    String text() {
        text.append("""
                # Meters and observations

                Made by a test from `RdmaMeter` and `RdmaObservation`; [spring.md](spring.md#meters) says where they come from.

                ## Meters

                | meter | is | unit | counts | tags |
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
        text.append("\n| tag | is |\n|---|---|\n");
        for (RdmaMeter.Tag tag : RdmaMeter.Tag.values()) {
            row("`" + tag.asString() + "`", tag.description());
        }
        text.append("""

                ## Observations

                With `rdma.observations=true`. Handlers make timers, spans and whatever else of them; timers have the tags of few values
                only. A bean of the type of the convention names and tags them otherwise.

                | observation | is | tags of few values | of many | convention |
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
        text.append("\n| tag | is |\n|---|---|\n");
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
