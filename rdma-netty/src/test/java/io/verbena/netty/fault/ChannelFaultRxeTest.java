package io.verbena.netty.fault;

import io.verbena.linux.CutLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("rxe")
class ChannelFaultRxeTest extends ChannelFaultBedContract {
    ChannelFaultRxeTest() {
        super("rxe");
    }

    @BeforeAll
    static void makeDevices() {
        CutLink.make("rxe");
    }
}
