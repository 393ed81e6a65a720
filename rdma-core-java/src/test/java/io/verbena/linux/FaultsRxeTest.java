package io.verbena.linux;

import io.verbena.contract.verbs.FaultBed;
import io.verbena.contract.verbs.FaultContract;
import org.junit.jupiter.api.Tag;

/** The faults of a wire between two devices of Soft-RoCE. */
@Tag("rxe")
class FaultsRxeTest extends FaultContract {
    @Override
    protected FaultBed bed() {
        return CutRxe.make();
    }
}
