package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.GidNoticeDetails;
import io.verbena.iba.Lid;
import io.verbena.iba.Notice;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SubnetTrap;
import org.junit.jupiter.api.Test;

/** Trap and details of a reported notice. */
class NoticeEventTest {
    private static final Gid PORT = Gid.parse("fe80::8:f104:1:1");

    private static NoticeEvent event(int generic, int trap) {
        byte[] details = new byte[Notice.LAYOUT.field("dataDetails").count()];
        byte[] gid = new GidNoticeDetails().gid(PORT).toBytes();
        System.arraycopy(gid, 0, details, 0, gid.length);
        return NoticeEvent.of(new Notice()
                .isGeneric(generic)
                .trapNumber(trap)
                .issuerLid(Lid.of(7))
                .dataDetails(details));
    }

    @Test
    void theDetailsOfAGenericTrapHaveTheStructureOfTheTrap() {
        NoticeEvent event = event(1, 64);

        assertThat(event.trap()).isEqualTo(SubnetTrap.GID_IN_SERVICE);
        assertThat(event.details(GidNoticeDetails.class))
                .hasValueSatisfying(details -> assertThat(details.gid()).isEqualTo(PORT));
        assertThat(event.details(SmInfo.class)).isEmpty();
        assertThat(event.toString()).startsWith("GID in service from LID 7: ").contains("fe80::8:f104:1:1");
    }

    @Test
    void aNoticeOfAVendorHasNeitherAKnownTrapNorDetails() {
        NoticeEvent event = event(0, 64);

        assertThat(event.trap()).isEqualTo(SubnetTrap.UNKNOWN);
        assertThat(event.details()).isEmpty();
        assertThat(event).hasToString("trap 64 from LID 7");
    }
}
