package io.verbena.embedded;

import io.verbena.contract.cm.CmBed;
import io.verbena.contract.connection.AdmissionContract;
import io.verbena.contract.connection.LivenessContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The parts of the connection contract whose tests mostly wait for timeouts. They run at the same time, each on a fabric of its
 * own. Tests that count threads or memory of the JVM are in {@link ConnectionEmbeddedTest}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ConnectionTimeoutsEmbeddedTest {
    @Nested
    class Admissions extends AdmissionContract {
        @Override
        protected CmBed bed() {
            return ConnectionEmbeddedTest.embedded();
        }
    }

    @Nested
    class Liveness extends LivenessContract {
        @Override
        protected CmBed bed() {
            return ConnectionEmbeddedTest.embedded();
        }
    }
}
