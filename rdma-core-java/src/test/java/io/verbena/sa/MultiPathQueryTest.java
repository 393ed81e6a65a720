package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.Rate;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The request for paths between two sets of ports (IBA 15.2.5.20). */
class MultiPathQueryTest {
    private static final Gid OWN = new Gid(0xfec0_0000_0000_0001L, 3);
    private static final Gid ONE = Gid.parse("fec0:0:0:1::11");
    private static final Gid TWO = Gid.parse("fec0:0:0:1::12");
    private static final Gid THREE = Gid.parse("fec0:0:0:1::13");
    private static final LocalPort PORT = new LocalPort(Lid.of(3), OWN, Lid.of(1), 0, 0xffff, 0);
    private static final int MAX_GIDS = 11;

    private static long mask(String... components) {
        return MultiPathRecord.LAYOUT.componentMask(components);
    }

    /** Tests that a requirement sets components of the request, and is the only change. */
    private static void sets(
            UnaryOperator<MultiPathQuery> requirement, UnaryOperator<MultiPathRecord> expected, String... components) {
        MultiPathQuery without = MultiPathQuery.to(ONE);
        MultiPathQuery with = requirement.apply(MultiPathQuery.to(ONE));

        assertThat(with.template(PORT)).isEqualTo(expected.apply(MultiPathRecord.LAYOUT.copy(without.template(PORT))));
        assertThat(with.componentMask()).isEqualTo(without.componentMask() | mask(components));
    }

    @Test
    void theGidsOfTheSourcesComeBeforeThoseOfTheDestinations() {
        MultiPathQuery query = MultiPathQuery.between(List.of(ONE, TWO), List.of(THREE));

        assertThat(query.template(PORT))
                .isEqualTo(new MultiPathRecord()
                        .sgidCount(2)
                        .dgidCount(1)
                        .sdgid(0, ONE)
                        .sdgid(1, TWO)
                        .sdgid(2, THREE)
                        .reversible(1)
                        .numbPath(127));
        assertThat(query.componentMask()).isEqualTo(mask("sgidCount", "dgidCount", "sdgid", "reversible", "numbPath"));
    }

    @Test
    void theEndPortIsTheSourceIfNoneIsNamed() {
        MultiPathRecord request = MultiPathQuery.to(ONE, TWO).template(PORT);

        assertThat(request.sgidCount()).isEqualTo(1);
        assertThat(request.dgidCount()).isEqualTo(2);
        assertThat(List.of(request.sdgid(0), request.sdgid(1), request.sdgid(2)))
                .containsExactly(OWN, ONE, TWO);
    }

    @Test
    void aLinkLocalGidIsInTheSubnetOfTheEndPort() {
        MultiPathRecord request =
                MultiPathQuery.to(Gid.linkLocal(Guid.of(0x11))).template(PORT);

        assertThat(request.sdgid(1)).isEqualTo(ONE);
    }

    @Test
    void eachRequirementIsAComponent() {
        sets(query -> query.reversible(false), record -> record.reversible(0));
        sets(query -> query.reversible(false).reversible(true), record -> record.reversible(1));
        sets(query -> query.independent(true), record -> record.independenceSelector(1), "independenceSelector");
        sets(query -> query.independent(false), record -> record.independenceSelector(0), "independenceSelector");
        sets(query -> query.sl(3), record -> record.sl(3), "sl");
        sets(query -> query.pKey(0x8001), record -> record.pKey(0x8001), "pKey");
        sets(query -> query.atMost(1), record -> record.numbPath(1));
        sets(
                query -> query.mtu(Comparison.GREATER_THAN, Mtu.MTU_2048),
                record -> record.mtuSelector(Comparison.GREATER_THAN).mtu(Mtu.MTU_2048),
                "mtuSelector",
                "mtu");
        sets(
                query -> query.rate(Comparison.EXACTLY, Rate.RATE_10),
                record -> record.rateSelector(Comparison.EXACTLY).rate(Rate.RATE_10),
                "rateSelector",
                "rate");
    }

    @Test
    void theNumberOfPathsHasSevenBits() {
        MultiPathQuery query = MultiPathQuery.to(ONE);

        assertThatIllegalArgumentException().isThrownBy(() -> query.atMost(0)).withMessageContaining("1 to 127");
        assertThatIllegalArgumentException().isThrownBy(() -> query.atMost(128)).withMessageContaining("1 to 127");
    }

    @Test
    void aRequestHasRoomForElevenGids() {
        List<Gid> ten = Collections.nCopies(MAX_GIDS - 1, TWO);

        assertThat(MultiPathQuery.between(List.of(), ten).template(PORT).dgidCount())
                .isEqualTo(10);
        assertThat(MultiPathQuery.between(List.of(ONE), ten).template(PORT).dgidCount())
                .isEqualTo(10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultiPathQuery.between(List.of(ONE, ONE), ten))
                .withMessage("cannot ask for paths between 2 and 10 ports; give a destination, and at most 11 ports"
                        + " in all");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultiPathQuery.between(List.of(), Collections.nCopies(MAX_GIDS, TWO)))
                .withMessageContaining("between 1 and 11 ports");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MultiPathQuery.between(List.of(ONE), List.of()))
                .withMessageContaining("between 1 and 0 ports");
    }

    @Test
    void itsTextNamesSourcesAndDestinations() {
        assertThat(MultiPathQuery.to(ONE)).hasToString("MultiPathRecord[this end port to [fec0:0:0:1::11]]");
        assertThat(MultiPathQuery.between(List.of(TWO), List.of(ONE)))
                .hasToString("MultiPathRecord[[fec0:0:0:1::12] to [fec0:0:0:1::11]]");
    }
}
