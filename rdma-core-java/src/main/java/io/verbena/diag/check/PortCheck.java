package io.verbena.diag.check;

import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem.Kind;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The checks of the PortInfo of a port. */
public enum PortCheck {
    /** The link is up and the port is active. */
    STATE,
    /** The link is wider than 1X. */
    WIDTH,
    /** An end port has LIDs, which include the LID of the request, and has an SM LID. */
    ADDRESS;

    /** All checks. */
    public static final Set<PortCheck> ALL = Collections.unmodifiableSet(EnumSet.allOf(PortCheck.class));

    /**
     * Returns the problems of a port.
     *
     * @param lid the LID of the request, if the port has LIDs of its own; null for an external port of a switch
     */
    static List<Problem> problems(Set<PortCheck> tests, PortInfo info, @Nullable Lid lid) {
        List<Problem> problems = new ArrayList<>();
        if (tests.contains(STATE)) {
            state(info, problems);
        }
        if (tests.contains(WIDTH) && info.linkWidthActive() == LinkWidth.ONE) {
            problems.add(new Problem(Kind.WIDTH, "LinkWidthActive", LinkWidth.ONE.text(), "more than one lane"));
        }
        if (tests.contains(ADDRESS) && lid != null) {
            address(info, lid, problems);
        }
        return problems;
    }

    private static void state(PortInfo info, List<Problem> problems) {
        if (info.portPhysicalState() != PortPhysicalState.LINK_UP) {
            problems.add(new Problem(
                    Kind.STATE,
                    "PortPhysicalState",
                    info.portPhysicalState().text(),
                    PortPhysicalState.LINK_UP.text()));
        }
        if (info.portState() != PortState.ACTIVE) {
            problems.add(new Problem(Kind.STATE, "PortState", info.portState().text(), PortState.ACTIVE.text()));
        }
    }

    private static void address(PortInfo info, Lid lid, List<Problem> problems) {
        Lid base = info.lid();
        int free = (1 << info.lmc()) - 1;
        if (!base.isUnicast()) {
            problems.add(new Problem(Kind.ADDRESS, "Lid", base.toString(), "a LID from 1 to 49151"));
        } else if ((base.bits() & free) != 0) {
            problems.add(new Problem(
                    Kind.ADDRESS, "Lid", base.toString(), "a multiple of " + (free + 1) + ", as LMC is " + info.lmc()));
        } else if (lid.isUnicast() && (lid.bits() & ~free) != base.bits()) {
            problems.add(new Problem(Kind.ADDRESS, "Lid", base.toString(), lid.toString()));
        }
        if (!info.masterSmLid().isUnicast()) {
            problems.add(
                    new Problem(Kind.ADDRESS, "SMLid", info.masterSmLid().toString(), "the LID of a subnet manager"));
        }
    }
}
