package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Gid;
import io.verbena.iba.InformInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.Notice;
import io.verbena.iba.SubnetTrap;
import org.junit.jupiter.api.Test;

/** Notices that a filter selects, and the request by which it subscribes to them (IBA 13.4.8.3). */
class NoticeFilterTest {
    private static final Gid PORT = Gid.parse("fe80::8:f104:1:1");

    private static Notice notice(int trap, int issuer) {
        return new Notice().isGeneric(1).trapNumber(trap).issuerLid(Lid.of(issuer));
    }

    @Test
    void selectsOneTrapOfAnyPort() {
        NoticeFilter filter = NoticeFilter.of(SubnetTrap.GID_IN_SERVICE);

        assertThat(filter.matches(notice(64, 1))).isTrue();
        assertThat(filter.matches(notice(64, 0xbfff))).isTrue();
        assertThat(filter.matches(notice(65, 1))).isFalse();
    }

    @Test
    void theTrapNumberOfAVendorIsNotThatOfAGenericTrap() {
        Notice ofVendor = notice(64, 1).isGeneric(0);

        assertThat(NoticeFilter.of(SubnetTrap.GID_IN_SERVICE).matches(ofVendor)).isFalse();
        assertThat(NoticeFilter.all().matches(ofVendor)).isTrue();
    }

    @Test
    void aRangeOfLidsIncludesItsEnds() {
        NoticeFilter filter = NoticeFilter.all().from(Lid.of(4), Lid.of(6));

        assertThat(filter.matches(notice(64, 3))).isFalse();
        assertThat(filter.matches(notice(64, 4))).isTrue();
        assertThat(filter.matches(notice(64, 6))).isTrue();
        assertThat(filter.matches(notice(64, 7))).isFalse();
    }

    @Test
    void aRangeOfLidsKeepsTheTrap() {
        NoticeFilter filter = NoticeFilter.ofTrap(64).from(Lid.of(4), Lid.of(6));

        assertThat(filter.matches(notice(65, 5))).isFalse();
    }

    /** A notice has the LID of its issuer, so the subnet administration alone knows which notices concern a GID. */
    @Test
    void aGidIsLeftToTheSubnetAdministration() {
        assertThat(NoticeFilter.ofTrap(64).from(PORT).matches(notice(64, 9))).isTrue();
        assertThat(NoticeFilter.ofTrap(64).from(PORT).matches(notice(65, 9))).isFalse();
    }

    @Test
    void subscribesToAllPortsByThePermissiveLid() {
        InformInfo request = NoticeFilter.of(SubnetTrap.GID_IN_SERVICE).informInfo(true);

        assertThat(request)
                .isEqualTo(new InformInfo()
                        .lidRangeBegin(Lid.PERMISSIVE)
                        .lidRangeEnd(Lid.PERMISSIVE)
                        .isGeneric(1)
                        .subscribe(1)
                        .type(0xffff)
                        .trapNumber(64)
                        .qpn(1)
                        .respTimeValue(18)
                        .producerType(0xffffff));
    }

    @Test
    void unsubscribesWithTheSameRequest() {
        NoticeFilter filter = NoticeFilter.all().from(PORT);

        assertThat(filter.informInfo(false).subscribe()).isZero();
        assertThat(InformInfo.LAYOUT.copy(filter.informInfo(false)).subscribe(1))
                .isEqualTo(filter.informInfo(true));
        assertThat(filter.informInfo(true).gid()).isEqualTo(PORT);
    }

    @Test
    void refusesATrapNumberBeyondItsFieldAndAnEmptyRange() {
        assertThat(NoticeFilter.ofTrap(0).trapNumber()).isZero();
        assertThat(NoticeFilter.ofTrap(0xffff)).isEqualTo(NoticeFilter.all());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NoticeFilter.ofTrap(-1))
                .withMessageContaining("-1 is not the number of a trap");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NoticeFilter.ofTrap(0x10000))
                .withMessageContaining("65536 is not the number of a trap");
        NoticeFilter all = NoticeFilter.all();
        assertThat(all.from(Lid.of(4), Lid.of(4)).first()).isEqualTo(Lid.of(4));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> all.from(Lid.of(5), Lid.of(4)))
                .withMessage("there is no LID from 5 to 4");
    }

    @Test
    void itsTextNamesTrapAndPorts() {
        assertThat(NoticeFilter.all()).hasToString("all notices");
        assertThat(NoticeFilter.ofTrap(64)).hasToString("notices of trap 64");
        assertThat(NoticeFilter.ofTrap(64).from(PORT)).hasToString("notices of trap 64 of fe80::8:f104:1:1");
        assertThat(NoticeFilter.all().from(Lid.of(4), Lid.of(6))).hasToString("all notices of LIDs 4 to 6");
    }
}
