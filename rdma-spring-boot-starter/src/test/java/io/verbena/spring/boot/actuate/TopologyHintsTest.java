package io.verbena.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.spring.boot.actuate.TopologyDescription.NodeDetail;
import io.verbena.spring.boot.actuate.TopologyDescription.TopologyDifference;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class TopologyHintsTest {
    @Test
    void coverTheResponsesOfTheEndpoint() {
        RuntimeHints hints = new RuntimeHints();
        new RdmaTopologyEndpoint.Hints().registerHints(hints, null);
        for (Class<?> type : new Class<?>[] {
            TopologyDescription.class,
            TopologyDescription.NodeView.class,
            TopologyDescription.LinkView.class,
            TopologyDescription.EndView.class,
            NodeDetail.class,
            NodeDetail.PortDetail.class,
            TopologyDifference.class,
            TopologyDifference.NodeChange.class,
            TopologyDifference.PortChange.class
        }) {
            assertThat(RuntimeHintsPredicates.reflection().onType(type))
                    .as(type.getName())
                    .accepts(hints);
        }
    }
}
