package io.verbena.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class TopologyHintsTest {
    @Test
    void letWhatTheEndpointReturnsBeWrittenAsJson() {
        RuntimeHints hints = new RuntimeHints();
        new TopologyHints().registerHints(hints, null);
        for (Class<?> type : new Class<?>[] {
            TopologyView.class,
            TopologyView.NodeView.class,
            TopologyView.LinkView.class,
            TopologyView.EndView.class,
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
