package io.verbena.monitor.rule;

import java.util.List;

/** Applies one rule to the sweeps of one subnet, and remembers what the rule needs of earlier sweeps. */
interface Detector {
    /** Returns the verdicts of this sweep. Sweeps arrive in the order of time. */
    List<Verdict> inspect(SweepView sweep);
}
