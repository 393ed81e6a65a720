package io.verbena.linux;

import io.verbena.contract.verbs.CyclesContract;
import io.verbena.contract.verbs.VerbsBed;
import org.junit.jupiter.api.Tag;

/** Devices of Soft-RoCE that are opened and closed 500 times, or as often as {@code -Dverbena.cycles} says. */
@Tag("rxe")
class CyclesRxeTest extends CyclesContract {
    @Override
    protected VerbsBed bed() {
        return new RxeBed("rxe");
    }

    @Override
    protected String kernelObjects() {
        return Command.output("rdma", "resource");
    }
}
