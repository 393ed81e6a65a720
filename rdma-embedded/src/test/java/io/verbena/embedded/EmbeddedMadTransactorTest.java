package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.contract.MadTransactorContract;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedMadTransactorTest extends MadTransactorContract {
    EmbeddedMadTransactorTest() {
        super(new EmbeddedTriedFabric("two-node", "host2"));
    }

    @Test
    void aThousandProgramsOpenOneEndPortConcurrentlyAndLeaveNoResources() {
        long before = readers();
        try (EmbeddedFabric fabric = EmbeddedFabric.open(TestFabric.net("two-node") + "@host2")) {
            List<Rdma> programs = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                Rdma program =
                        Rdma.builder().driver(fabric.driver()).mad(OPTIONS).open();
                programs.add(program);
                MadTransactor mad = program.mad(program.defaultEndPort());
                assertThat(mad.subnGet(NodeInfo.class, DirectedPath.self()).numPorts())
                        .isEqualTo(1);
            }
            assertThat(readers()).isBetween(1_000L, before + 1_000);
            programs.forEach(Rdma::close);
        }
        await("the readers to end", () -> readers() <= before);
    }
}
