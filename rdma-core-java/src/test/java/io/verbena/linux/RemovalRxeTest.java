package io.verbena.linux;

import io.verbena.contract.removal.RemovalBed;
import org.junit.jupiter.api.Tag;

/** A device of Soft-RoCE that is deleted while it is used, and added again. */
@Tag("rxe")
class RemovalRxeTest extends RemovableLinkContract {
    @Override
    RemovalBed link() {
        return new RemovableLink("rxe", 77);
    }
}
