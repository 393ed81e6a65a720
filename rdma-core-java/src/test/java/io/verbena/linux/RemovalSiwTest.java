package io.verbena.linux;

import io.verbena.contract.removal.RemovalBed;
import org.junit.jupiter.api.Tag;

/** A device of Soft-iWARP that is deleted while it is used, and added again. */
@Tag("siw")
class RemovalSiwTest extends RemovableLinkContract {
    @Override
    RemovalBed link() {
        return new RemovableLink("siw", 78);
    }
}
