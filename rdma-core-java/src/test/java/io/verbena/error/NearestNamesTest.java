package io.verbena.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNamesTest {
    private static final List<String> NAMES = List.of("ibstat", "ibstatus", "iblinkinfo", "ibtracert", "smpquery");

    @Test
    void findsMistypedAndUnfinishedNamesNearestFirst() {
        assertThat(NearestNames.to("ibsta", NAMES)).containsExactly("ibstat", "ibstatus");
        assertThat(NearestNames.to("ibtracer", NAMES)).containsExactly("ibtracert");
        assertThat(NearestNames.to("ibtsat", NAMES)).containsExactly("ibstat");
        assertThat(NearestNames.to("SmpQuery", NAMES)).containsExactly("smpquery");
    }

    @Test
    void findsNothingForAnotherWord() {
        assertThat(NearestNames.to("frobnicate", NAMES)).isEmpty();
    }

    @Test
    void endsAMessageWithTheNearestOrWithAll() {
        assertThat(NearestNames.hint("ibsta", NAMES)).isEqualTo("; did you mean ibstat or ibstatus?");
        assertThat(NearestNames.hint("frobnicate", NAMES))
                .isEqualTo("; these are there: ibstat, ibstatus, iblinkinfo, ibtracert, smpquery");
    }

    @Test
    void theClosestAreNamedHoweverFarTheyAre() {
        assertThat(NearestNames.closest("ibtsat", NAMES)).hasSize(3).startsWith("ibstat");
        assertThat(NearestNames.closest("frobnicate", NAMES)).hasSize(3);
    }
}
