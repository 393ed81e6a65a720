package io.verbena.linux;

import io.verbena.contract.connection.OutageBed;
import io.verbena.contract.connection.OutageContract;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A link of Soft-iWARP that fails. */
@Tag("siw")
class OutageSiwTest extends OutageContract {
    @BeforeAll
    static void makeDevices() {
        CutLink.make("siw");
    }

    @Override
    protected OutageBed bed() {
        return new CutLink("siw");
    }
}
