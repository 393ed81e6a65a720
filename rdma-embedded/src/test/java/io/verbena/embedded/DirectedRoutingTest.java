package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.Errno;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rules of IBA 14.2.2. host0 is at port 3 of leaf0, whose ports 1 and 2 lead to port 1 of spine0 and spine1. */
class DirectedRoutingTest {
    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final Asker host = new Asker(fabric, "host0");

    @AfterEach
    void close() {
        fabric.close();
    }

    private String whoIsAt(int... path) {
        return host.ask(NodeDescription.LAYOUT, 0, path).nodeString();
    }

    private void assertDropped(DirectedRouteSmp request) {
        Asker.Reply reply = host.ask(request);
        assertThat(reply.status()).isEqualTo(Errno.ETIMEDOUT);
        assertThat(reply.bytes()).isEqualTo(request.toBytes());
    }

    private void assertDropped(int... path) {
        assertDropped(Asker.request(NodeInfo.LAYOUT, 0, path));
    }

    @Test
    void aRouteWithoutHopsEndsAtTheLocalNode() {
        assertThat(whoIsAt()).isEqualTo("host0");
    }

    @Test
    void aRouteFollowsItsPorts() {
        assertThat(whoIsAt(1)).isEqualTo("leaf0");
        assertThat(whoIsAt(1, 4)).isEqualTo("host1");
        assertThat(whoIsAt(1, 2)).isEqualTo("spine1");
        assertThat(whoIsAt(1, 2, 3)).isEqualTo("leaf2");
        assertThat(whoIsAt(1, 2, 3, 6)).isEqualTo("host11");
    }

    @Test
    void aRouteMayGoBackAndForth() {
        assertThat(whoIsAt(1, 1, 1, 2, 1, 3)).isEqualTo("host0");
    }

    @Test
    void theResponseContainsTheReturnPathAndHopPointerZero() {
        DirectedRouteSmp answer =
                host.ask(Asker.request(NodeInfo.LAYOUT, 0, 1, 2, 3, 6)).directed();

        assertThat(answer.direction()).isEqualTo(1);
        assertThat(answer.hopPointer()).isZero();
        assertThat(answer.hopCount()).isEqualTo(4);
        assertThat(new int[] {answer.returnPath(1), answer.returnPath(2), answer.returnPath(3), answer.returnPath(4)})
                .containsExactly(3, 1, 2, 1);
        assertThat(answer.transactionId()).isEqualTo(0x1234);
    }

    @Test
    void aChannelAdapterDoesNotForward() {
        assertDropped(1, 4, 1);
    }

    @Test
    void theFirstHopUsesTheSendingPort() {
        assertDropped(2);
    }

    @Test
    void aMissingOrUnlinkedPortOrPortZeroLosesThePacket() {
        assertDropped(1, 200);
        assertDropped(1, 30);
        assertDropped(1, 0);
    }

    @Test
    void aRouteOfSixtyThreeHopsIsFollowedToItsEnd() {
        int[] path = new int[63];
        path[0] = 1;
        for (int hop = 1; hop < path.length; hop++) {
            path[hop] = 1;
        }
        assertThat(whoIsAt(path)).isEqualTo("leaf0");
    }

    @Test
    void moreThanSixtyThreeHopsAreDropped() {
        assertDropped(Asker.request(NodeInfo.LAYOUT, 0, 1).hopCount(64));
        assertDropped(Asker.request(NodeInfo.LAYOUT, 0, 1).hopCount(255));
    }

    @Test
    void aRequestWithANonzeroHopPointerIsDropped() {
        assertDropped(Asker.request(NodeInfo.LAYOUT, 0, 1, 2, 3).hopPointer(1));
        assertDropped(Asker.request(NodeInfo.LAYOUT, 0, 1, 2, 3).hopPointer(5));
    }

    @Test
    void anUnsolicitedResponseIsDropped() {
        assertDropped(Asker.request(NodeInfo.LAYOUT, 0, 1).direction(1));
    }

    @Test
    void aCombinedRouteStartsByLid() {
        int leaf2 = fabric.node("leaf2").port(0).lid();
        Lid here = Lid.of(fabric.node("host0").port(1).lid());

        Asker.Reply reply =
                host.ask(Asker.request(NodeDescription.LAYOUT, 0, 1, 4).drSlid(here), leaf2);

        assertThat(reply.as(NodeDescription.LAYOUT).nodeString()).isEqualTo("leaf3");
        assertThat(reply.directed().hopPointer()).isZero();
    }

    @Test
    void aRouteThatEndsAtAnUnknownLidIsDropped() {
        assertDropped(Asker.request(NodeInfo.LAYOUT, 0, 1).drDlid(Lid.of(999)));
    }
}
