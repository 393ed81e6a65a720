package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaPathNotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asks a real opensm. */
@Tag("ibsim")
@Timeout(60)
class SaClientIbsimTest {
    private static final Guid HOST1_PORT = Guid.of(0x0008f10400010001L);

    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS);
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private SaClient sa;

    @BeforeEach
    void ask() {
        sa = rdma.sa(mad);
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    @Test
    void resolvesTheGuidOfAPortToALidThatLeadsThere() {
        IbPath path = sa.resolve(IbPath.to(HOST1_PORT));

        assertThat(path.isResolved()).isTrue();
        assertThat(path.dgid().guid()).isEqualTo(HOST1_PORT);
        assertThat(mad.subnGet(NodeInfo.class, path).portGuid()).isEqualTo(HOST1_PORT);
    }

    @Test
    void leavesAPathWithALidAsItIsAndAsksNobody() {
        long before = mad.datagramsSent();
        IbPath path = IbPath.to(Lid.of(40));

        assertThat(sa.resolve(path)).isSameAs(path);
        assertThat(mad.datagramsSent()).isEqualTo(before);
    }

    @Test
    void saysThatThereIsNoPathToAGuidThatNobodyHas() {
        assertThatExceptionOfType(SaPathNotFoundException.class)
                .isThrownBy(() -> sa.resolve(IbPath.to(Guid.of(0x1234))))
                .withMessage("there is no path from fe80::8:f104:2:1 to fe80::1234");
    }
}
