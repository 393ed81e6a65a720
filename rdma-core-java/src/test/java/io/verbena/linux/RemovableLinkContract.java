package io.verbena.linux;

import io.verbena.contract.removal.RemovalBed;
import io.verbena.contract.removal.RemovalContract;
import io.verbena.contract.removal.RemovalCyclesContract;
import org.junit.jupiter.api.Nested;

/** Everything that a removed device of the kernel must satisfy. */
abstract class RemovableLinkContract {
    /** Adds two devices, neither of which is open. */
    abstract RemovalBed link();

    @Nested
    class WhileUsed extends RemovalContract {
        @Override
        protected RemovalBed bed() {
            return link();
        }
    }

    @Nested
    class Cycles extends RemovalCyclesContract {
        @Override
        protected RemovalBed bed() {
            return link();
        }

        @Override
        protected String kernelObjects() {
            return Command.output("rdma", "resource");
        }
    }
}
