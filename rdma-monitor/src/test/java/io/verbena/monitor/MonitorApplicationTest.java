package io.verbena.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MonitorApplicationTest {
    @Test
    void theFabricIsNamedAsInAllCommands() {
        assertThat(MonitorApplication.properties(List.of("--fabric", "embedded:fat-tree:2,4,4", "--server.port=1")))
                .containsExactly(
                        "--rdma.fabric.type=embedded", "--rdma.fabric.topology=fat-tree:2,4,4", "--server.port=1");
        assertThat(MonitorApplication.properties(List.of("--fabric=embedded"))).contains("--rdma.fabric.type=embedded");
        assertThat(MonitorApplication.properties(List.of("--fabric=native"))).contains("--rdma.fabric.type=native");
    }
}
