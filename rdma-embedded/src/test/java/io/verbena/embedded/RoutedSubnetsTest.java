package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PathRecord;
import io.verbena.sm.SubnetManagerOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two subnets that a router joins: each has its own subnet manager, prefix and LIDs, and finds paths to the other one. */
@Timeout(60)
class RoutedSubnetsTest {
    private static final long[] PREFIX = {0xfec0000000000001L, 0xfec0000000000002L};
    private static final int INVALID_GID = 0x0500;

    private final EmbeddedFabric fabric =
            EmbeddedFabric.builder(twoRings().topology()).unmanaged().open();

    /** Sketches two rings of three switches with a host each, "a0" to "a2" and "b0" to "b2". */
    private static NamedSketch twoRings() {
        NamedSketch sketch = new NamedSketch();
        sketch.node("router", NodeType.ROUTER, 0x2c90500000000L, 2);
        for (int side = 0; side < 2; side++) {
            String name = side == 0 ? "a" : "b";
            sketch.nodes("switch-" + name, NodeType.SWITCH, 0x2c90300000000L + side * 0x10000L, 3, 8);
            sketch.nodes(name, NodeType.CHANNEL_ADAPTER, 0x8f10300000000L + side * 0x10000L, 3, 1);
            for (int i = 0; i < 3; i++) {
                sketch.link("switch-" + name + i, 1, name + i, 1);
                sketch.link("switch-" + name + i, 2, "switch-" + name + (i + 1) % 3, 3);
            }
            sketch.link("switch-" + name + 0, 4, "router", side + 1);
        }
        return sketch;
    }

    @BeforeEach
    void manage() {
        fabric.manage("a0", SubnetManagerOptions.DEFAULTS.withSubnetPrefix(PREFIX[0]));
        fabric.manage("b2", SubnetManagerOptions.DEFAULTS.withSubnetPrefix(PREFIX[1]));
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private Gid gid(int side, String host) {
        return new Gid(PREFIX[side], fabric.node(host).port(1).guid().bits());
    }

    private SaAsker.Reply path(String from, Gid source, Gid target) {
        return new SaAsker(fabric, from).get(new PathRecord().sgid(source).dgid(target), "sgid", "dgid");
    }

    @Test
    void pathsToTheOtherSubnetLeadToTheRouter() {
        for (int side = 0; side < 2; side++) {
            String from = side == 0 ? "a1" : "b1";
            Gid target = gid(1 - side, side == 0 ? "b2" : "a2");

            SaAsker.Reply reply = path(from, gid(side, from), target);

            assertThat(reply.mad().status()).isZero();
            PathRecord path = reply.record(PathRecord.LAYOUT);
            assertThat(path.dgid()).isEqualTo(target);
            assertThat(path.hopLimit()).isEqualTo(255);
            assertThat(path.dlid().bits())
                    .isEqualTo(fabric.node("router").port(side + 1).lid())
                    .isNotZero();
            assertThat(WaysOfPackets.way(fabric.node(from), path.dlid().bits()))
                    .as("the output ports from %s to the router", from)
                    .hasSize(3);
        }
    }

    @Test
    void pathsWithinASubnetDoNotUseTheRouter() {
        PathRecord path = path("a1", gid(0, "a1"), gid(0, "a2")).record(PathRecord.LAYOUT);

        assertThat(path.hopLimit()).isZero();
        assertThat(path.dlid().bits()).isEqualTo(fabric.node("a2").port(1).lid());
    }

    @Test
    void aLinkLocalGidOfTheOtherSubnetHasNoPath() {
        Gid local = new Gid(Gid.LINK_LOCAL_PREFIX, gid(1, "b1").guid().bits());

        assertThat(path("a1", gid(0, "a1"), local).mad().status()).isEqualTo(INVALID_GID);
    }
}
