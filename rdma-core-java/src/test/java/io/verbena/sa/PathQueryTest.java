package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PathRecord;
import io.verbena.iba.Rate;
import io.verbena.path.IbPath;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The request that a query for paths becomes: its components, and the mask that names them (IBA 15.2.5.16). */
class PathQueryTest {
    private static final long PREFIX = 0xfec0_0000_0000_0001L;
    private static final Gid OWN = new Gid(PREFIX, 3);
    private static final Gid ELSEWHERE = Gid.parse("fec0:0:0:9::7");
    private static final LocalPort PORT = new LocalPort(Lid.of(3), OWN, Lid.of(1), 0, 0xffff, 0);

    private static long mask(String... components) {
        return PathRecord.LAYOUT.componentMask(components);
    }

    /** Tests that a requirement sets components of the request, and is the only change. */
    private static void sets(
            UnaryOperator<PathQuery> requirement, UnaryOperator<PathRecord> expected, String... components) {
        PathRequest without = PathQuery.to(Lid.of(7)).from(PORT);
        PathRequest with = requirement.apply(PathQuery.to(Lid.of(7))).from(PORT);

        assertThat(with.template()).isEqualTo(expected.apply(PathRecord.LAYOUT.copy(without.template())));
        assertThat(with.componentMask()).isEqualTo(without.componentMask() | mask(components));
    }

    @Test
    void byDefaultItIsForReversiblePathsFromTheEndPort() {
        PathRequest request = PathQuery.to(Lid.of(7)).from(PORT);

        assertThat(request.template())
                .isEqualTo(new PathRecord().dlid(Lid.of(7)).sgid(OWN).reversible(1));
        assertThat(request.componentMask()).isEqualTo(mask("dlid", "sgid", "reversible"));
        assertThat(request.ends()).isEqualTo("from fec0:0:0:1::3 to LID 7");
    }

    @Test
    void aPortGuidIsInTheSubnetOfTheEndPort() {
        PathRequest request = PathQuery.to(Guid.of(0x99)).from(Guid.of(0x77)).from(PORT);

        assertThat(request.template().dgid()).isEqualTo(new Gid(PREFIX, 0x99));
        assertThat(request.template().sgid()).isEqualTo(new Gid(PREFIX, 0x77));
        assertThat(request.componentMask()).isEqualTo(mask("dgid", "sgid", "reversible"));
    }

    @Test
    void aGidWithAPrefixKeepsIt() {
        PathRequest request = PathQuery.to(ELSEWHERE).from(ELSEWHERE).from(PORT);

        assertThat(request.template().dgid()).isEqualTo(ELSEWHERE);
        assertThat(request.template().sgid()).isEqualTo(ELSEWHERE);
    }

    @Test
    void aSourceReplacesTheEndPort() {
        PathRequest request = PathQuery.to(ELSEWHERE).from(Lid.of(5)).from(PORT);

        assertThat(request.componentMask()).isEqualTo(mask("dgid", "slid", "reversible"));
        assertThat(request.template().slid()).isEqualTo(Lid.of(5));
        assertThat(request.template().sgid()).isEqualTo(Gid.ZERO);
        assertThat(request.ends()).isEqualTo("from LID 5 to fec0:0:0:9::7");
    }

    @Test
    void toAllNamesNoDestination() {
        assertThat(PathQuery.toAll().from(PORT).componentMask()).isEqualTo(mask("sgid", "reversible"));
    }

    @Test
    void eachRequirementIsAComponent() {
        sets(query -> query.reversible(false), record -> record.reversible(0));
        sets(query -> query.reversible(false).reversible(true), record -> record.reversible(1));
        sets(query -> query.sl(3), record -> record.sl(3), "sl");
        sets(query -> query.pKey(0x8001), record -> record.pKey(0x8001), "pKey");
        sets(query -> query.qosClass(9), record -> record.qosClass(9), "qosClass");
        sets(query -> query.trafficClass(8), record -> record.trafficClass(8), "trafficClass");
        sets(query -> query.flowLabel(0x12345), record -> record.flowLabel(0x12345), "flowLabel");
        sets(query -> query.hopLimit(64), record -> record.hopLimit(64), "hopLimit");
        sets(query -> query.atMost(127), record -> record.numbPath(127), "numbPath");
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
        sets(
                query -> query.packetLifeTime(Comparison.LESS_THAN, 18),
                record -> record.packetLifeTimeSelector(Comparison.LESS_THAN).packetLifeTime(18),
                "packetLifeTimeSelector",
                "packetLifeTime");
    }

    @Test
    void theNumberOfPathsHasSevenBits() {
        PathQuery query = PathQuery.toAll();

        assertThat(query.atMost(1).from(PORT).template().numbPath()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> query.atMost(0)).withMessageContaining("1 to 127");
        assertThatIllegalArgumentException().isThrownBy(() -> query.atMost(128)).withMessageContaining("1 to 127");
    }

    @Test
    void thePathOfAConnectionIsFoundByItsGidOrElseByItsLid() {
        assertThat(PathQuery.to(IbPath.to(Lid.of(7))).from(PORT))
                .isEqualTo(PathQuery.to(Lid.of(7)).from(PORT));
        assertThat(PathQuery.to(IbPath.to(Lid.of(7)).withDgid(ELSEWHERE)).from(PORT))
                .isEqualTo(PathQuery.to(ELSEWHERE).from(PORT));
    }

    @Test
    void aPathRequiresItsPartitionAndServiceLevelUnlessTheyAreTheDefault() {
        IbPath path = IbPath.to(Lid.of(7)).withPKey(0x8001).withSl(2);

        assertThat(PathQuery.to(path).from(PORT))
                .isEqualTo(PathQuery.to(Lid.of(7)).pKey(0x8001).sl(2).from(PORT));
    }

    @Test
    void aServiceIsReplacedByItsPort() {
        PathQuery query = PathQuery.toService(0x4711);

        PathRequest request = query.from(PORT).to(ELSEWHERE);

        assertThat(query.service).hasValue(0x4711);
        assertThat(request.template().serviceId()).isEqualTo(0x4711);
        assertThat(request.template().dgid()).isEqualTo(ELSEWHERE);
        assertThat(request.componentMask()).isEqualTo(mask("serviceId", "dgid", "sgid", "reversible"));
    }

    @Test
    void aRequestForOnePathIsLimitedToOne() {
        PathRequest request = PathQuery.to(Lid.of(7)).from(PORT).one();

        assertThat(request.template().numbPath()).isEqualTo(1);
        assertThat(request.componentMask()).isEqualTo(mask("dlid", "sgid", "reversible", "numbPath"));
    }

    @Test
    void onlyTheQosClassNeedsACapability() {
        assertThat(PathQuery.toAll().qosClass(0).from(PORT).hasQosClass()).isTrue();
        assertThat(PathQuery.toAll().sl(1).pKey(1).from(PORT).hasQosClass()).isFalse();
    }

    /** A service level of 0 is a requirement too, so the cache must not confuse it with none. */
    @Test
    void requestsForDifferentPathsAreDifferent() {
        PathRequest any = PathQuery.to(Lid.of(7)).from(PORT);

        assertThat(PathQuery.to(Lid.of(7)).sl(0).from(PORT)).isNotEqualTo(any).doesNotHaveSameHashCodeAs(any);
        assertThat(PathQuery.to(Lid.of(8)).from(PORT)).isNotEqualTo(any).doesNotHaveSameHashCodeAs(any);
        assertThat(PathQuery.to(Lid.of(7)).from(PORT)).isEqualTo(any).hasSameHashCodeAs(any);
    }

    @Test
    void laterChangesDoNotAffectARequest() {
        PathQuery query = PathQuery.to(Lid.of(7));
        PathRequest request = query.from(PORT);

        query.sl(5);

        assertThat(request).isEqualTo(PathQuery.to(Lid.of(7)).from(PORT));
        assertThat(request).hasToString("PathRecord[dlid=7, reversible=1]");
    }
}
