package io.verbena.netty.fault;

import io.verbena.linux.CutLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("siw")
class ChannelFaultSiwTest extends ChannelFaultBedContract {
    ChannelFaultSiwTest() {
        super("siw");
    }

    @BeforeAll
    static void makeDevices() {
        CutLink.make("siw");
    }
}
