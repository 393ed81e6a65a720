package io.verbena.shell.interop;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rxe")
class RpingRxeTest extends RpingContract {
    @Override
    String server() {
        return "10.77.0.2";
    }

    @Test
    void eachSideMayModifyItsQueuePairItself() {
        cServes(" -q");
        cCalls(" -q");
    }
}
