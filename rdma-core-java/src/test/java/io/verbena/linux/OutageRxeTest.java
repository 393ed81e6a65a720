package io.verbena.linux;

import io.verbena.contract.connection.OutageBed;
import io.verbena.contract.connection.OutageContract;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A link of Soft-RoCE that fails. */
@Tag("rxe")
class OutageRxeTest extends OutageContract {
    @BeforeAll
    static void makeDevices() {
        CutLink.make("rxe");
    }

    @Override
    protected OutageBed bed() {
        return new CutLink("rxe");
    }
}
