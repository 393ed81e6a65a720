package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.error.Errno;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Asker host = new Asker(fabric, "host0");

    @AfterEach
    void close() {
        fabric.close();
    }

    private int statusAt(int... path) {
        return host.ask(Asker.request(NodeInfo.LAYOUT, 0, path)).status();
    }

    @Test
    void aSilentNodeNeitherRespondsNorForwardsDirectedRoutes() {
        fabric.node("leaf0").silence();

        assertThat(statusAt(1)).isEqualTo(Errno.ETIMEDOUT);
        assertThat(statusAt(1, 4)).isEqualTo(Errno.ETIMEDOUT);
        assertThat(statusAt()).isZero();

        fabric.node("leaf0").restore();

        assertThat(statusAt(1, 4)).isZero();
    }

    @Test
    void aSilentSwitchStillForwardsByLid() {
        fabric.node("leaf0").silence();

        int lid = fabric.node("host1").port(1).lid();
        assertThat(host.askByLid(NodeInfo.LAYOUT, 0, lid).status()).isZero();
        assertThat(host.askByLid(
                                NodeInfo.LAYOUT, 0, fabric.node("leaf0").port(0).lid())
                        .status())
                .isEqualTo(Errno.ETIMEDOUT);
    }

    @Test
    void aLinkIsDownAtBothEndsAndPassesNothing() {
        fabric.node("leaf0").port(1).down();

        assertThat(statusAt(1, 1)).isEqualTo(Errno.ETIMEDOUT);
        for (PortInfo end : List.of(host.ask(PortInfo.LAYOUT, 1, 1), host.ask(PortInfo.LAYOUT, 1, 1, 2, 2, 1))) {
            assertThat(end.portState()).isEqualTo(PortState.DOWN);
            assertThat(end.portPhysicalState()).isEqualTo(PortPhysicalState.POLLING);
        }

        fabric.node("spine0").port(1).up();

        assertThat(statusAt(1, 1)).isZero();
        assertThat(host.ask(PortInfo.LAYOUT, 1, 1).portState()).isEqualTo(PortState.ACTIVE);
    }

    @Test
    void theDriverSeesItsOwnPortGoDown() {
        fabric.node("host0").port(1).down();

        assertThat(fabric.driver().device("emb0").ports().get(0).state()).isEqualTo(PortState.DOWN);
        assertThat(statusAt(1)).isEqualTo(Errno.ETIMEDOUT);
        assertThat(statusAt()).isZero();
    }

    @Test
    void aDelayDefersEveryResponse() {
        fabric.delay(Duration.ofMillis(5));

        long start = System.nanoTime();
        assertThat(statusAt(1)).isZero();

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(5_000_000L);
    }

    @Test
    void aDelayBeyondTheTimeoutIsATimeout() {
        fabric.delay(Duration.ofMillis(Asker.TIMEOUT + 1L));

        assertThat(statusAt(1)).isEqualTo(Errno.ETIMEDOUT);
    }

    @Test
    void equalSeedsLoseEqualPackets() {
        List<Integer> first = lossy(7);

        assertThat(first).contains(0, Errno.ETIMEDOUT);
        assertThat(lossy(7)).isEqualTo(first);
        assertThat(lossy(8)).isNotEqualTo(first);
    }

    private List<Integer> lossy(long seed) {
        fabric.loss(0.5, seed);
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            statuses.add(statusAt(1));
        }
        return statuses;
    }

    @Test
    void invalidFaultsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fabric.loss(1.5, 0))
                .withMessageContaining("1.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fabric.loss(Double.NaN, 0))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fabric.delay(Duration.ofMillis(-1)))
                .withMessageContaining("negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fabric.node("leaf0").port(37))
                .withMessageContaining("0 to 36");
    }
}
