package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.contract.MadTransactorContract;
import io.verbena.error.SysException;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("ibsim")
class MadTransactorIbsimTest extends MadTransactorContract {
    // The preloaded library of ibsim keeps the agents of a process in one table of 32, whatever is open; a kernel has
    // no such
    // limit. So a thousand transactors at once share a port here, or are opened one after the other.
    private static final int AGENTS_OF_A_PROCESS = 32;

    MadTransactorIbsimTest() {
        super(new Ibsim());
    }

    @Test
    void asManyPortsAnswerAtOnceAsTheSimulatorHasAgentsAndAPortThatIsClosedMakesRoom() {
        List<Rdma> open = new ArrayList<>();
        try {
            for (int i = 0; i < AGENTS_OF_A_PROCESS; i++) {
                open.add(rdma());
                assertThat(ask(open.get(i))).isEqualTo(1);
            }
            open.add(rdma());
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> ask(open.get(AGENTS_OF_A_PROCESS)))
                    .withMessage("umad_register(ibsim0/1, class 0x81) failed: cannot allocate memory (ENOMEM)");

            open.get(0).close();

            assertThat(ask(open.get(AGENTS_OF_A_PROCESS))).isEqualTo(1);
        } finally {
            open.forEach(Rdma::close);
        }
    }

    private static Rdma rdma() {
        return Rdma.builder().mad(OPTIONS).open();
    }

    /** Leaves its end port open, until the fabric is closed. */
    private static int ask(Rdma rdma) {
        MadTransactor mad = rdma.mad(rdma.defaultEndPort());
        return mad.subnGet(NodeInfo.class, DirectedPath.self()).numPorts();
    }
}
