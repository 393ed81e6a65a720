package io.verbena.diag.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem.Kind;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A port with the LIDs 8 to 11, each time with one thing wrong. */
class PortCheckTest {
    private static PortInfo sound() {
        return new PortInfo()
                .portPhysicalState(PortPhysicalState.LINK_UP)
                .portState(PortState.ACTIVE)
                .linkWidthActive(LinkWidth.FOUR)
                .lid(Lid.of(8))
                .lmc(2)
                .masterSmLid(Lid.of(1));
    }

    private static void assertProblem(PortInfo info, @Nullable Integer lid, Problem expected) {
        assertThat(PortCheck.problems(PortCheck.ALL, info, lid == null ? null : Lid.of(lid)))
                .containsExactly(expected);
    }

    @Test
    void aHealthyPortHasNoProblems() {
        for (int lid = 8; lid < 12; lid++) {
            assertThat(PortCheck.problems(PortCheck.ALL, sound(), Lid.of(lid))).isEmpty();
        }
    }

    @Test
    void aPortThatIsNotActiveIsAProblem() {
        assertProblem(
                sound().portPhysicalState(PortPhysicalState.POLLING),
                8,
                new Problem(Kind.STATE, "PortPhysicalState", "Polling", "LinkUp"));
        assertProblem(sound().portState(PortState.ARMED), 8, new Problem(Kind.STATE, "PortState", "Armed", "Active"));
    }

    @Test
    void aLinkOfOneLaneIsAProblem() {
        assertProblem(
                sound().linkWidthActive(LinkWidth.ONE),
                8,
                new Problem(Kind.WIDTH, "LinkWidthActive", "1X", "more than one lane"));
    }

    @Test
    void anEndPortWithAnotherLidIsAProblem() {
        assertProblem(sound(), 12, new Problem(Kind.ADDRESS, "Lid", "8", "12"));
        assertProblem(sound(), 7, new Problem(Kind.ADDRESS, "Lid", "8", "7"));
        assertProblem(sound().lid(Lid.NONE), 8, new Problem(Kind.ADDRESS, "Lid", "0", "a LID from 1 to 49151"));
        assertProblem(sound().lid(Lid.of(9)), 9, new Problem(Kind.ADDRESS, "Lid", "9", "a multiple of 4, as LMC is 2"));
        assertProblem(
                sound().masterSmLid(Lid.NONE),
                8,
                new Problem(Kind.ADDRESS, "SMLid", "0", "the LID of a subnet manager"));
    }

    @Test
    void externalPortsOfASwitchHaveNoAddress() {
        PortInfo port = sound().lid(Lid.NONE).masterSmLid(Lid.NONE);

        assertThat(PortCheck.problems(PortCheck.ALL, port, null)).isEmpty();
    }
}
