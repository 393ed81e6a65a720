package io.verbena.embedded;

import io.verbena.contract.verbs.SrdContract;
import io.verbena.contract.verbs.VerbsBed;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/** Scalable reliable datagrams on an embedded fabric, on one path and on several. */
class SrdEmbeddedTest {
    @Nested
    class OnOnePath extends SrdContract {
        @Override
        protected VerbsBed bed() {
            return new EmbeddedVerbsBed();
        }
    }

    @Nested
    class OnEightPaths extends SrdContract {
        @Override
        protected VerbsBed bed() {
            EmbeddedVerbsBed bed = new EmbeddedVerbsBed();
            bed.fabric().paths(8, Duration.ofMillis(2), 11);
            return bed;
        }
    }

    @Nested
    class OnPathsThatLose extends SrdContract {
        @Override
        protected VerbsBed bed() {
            EmbeddedVerbsBed bed = new EmbeddedVerbsBed();
            bed.fabric().paths(4, Duration.ofMillis(1), 12).pathLoss(1, 1).pathLoss(2, 0.5);
            return bed;
        }
    }
}
