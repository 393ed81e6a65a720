package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.contract.verbs.SrdContract;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.efa.EfaDevice;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.EfaCapability;
import io.verbena.hca.EfaMemory;
import io.verbena.hca.Flags;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Scalable reliable datagrams on an embedded fabric, on one path and on several. */
class SrdEmbeddedTest {
    @Test
    void memoryOfOtherDevicesAndHintsAreRefused() {
        try (EmbeddedVerbsBed bed = new EmbeddedVerbsBed();
                Context context = bed.open(0)) {
            EfaDevice device = EfaDevice.of(context);
            Set<CompletionField> fields = Set.of(CompletionField.BYTE_LENGTH);
            CompletionQueue queue = device.completionQueue(1, null, 0, fields);

            Flags<EfaCapability> capabilities = device.attributes().capabilities();
            assertThat(capabilities.contains(EfaCapability.EXTERNAL_COMPLETION_MEMORY))
                    .isFalse();
            assertThat(capabilities.contains(EfaCapability.COMPLETION_COUNTERS)).isFalse();
            assertThatExceptionOfType(UnsupportedException.class)
                    .isThrownBy(() -> device.completionQueue(1, null, 0, fields, EfaMemory.ofDmaBuf(3, 0, 4096)));
            assertThatExceptionOfType(UnsupportedException.class)
                    .isThrownBy(() -> device.completionCounter(
                            CompletionCounterType.REQUESTS, EfaMemory.OF_LIBRARY, EfaMemory.OF_LIBRARY));
            assertThatExceptionOfType(UnsupportedException.class)
                    .isThrownBy(() -> device.queuePair(context.protectionDomain())
                            .completions(queue)
                            .processingHints()
                            .create());
        }
    }

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
