package io.verbena.netty.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.linux.CutLink;
import java.io.IOException;
import java.time.Duration;
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

    /**
     * After packet loss, Soft-iWARP ends most connections with a length error. Everything has arrived when the channel ends without
     * a failure; otherwise the channel has ended with this cause, and what arrived before is complete and in order.
     */
    @Override
    void assertSurvivesLoss(Connected connected) throws Exception {
        connected.source().finish(connected.client());
        connected.far().inactiveAt(Duration.ofSeconds(60));
        if (connected.far().failure() == null) {
            assertThat(connected.far().received()).isEqualTo(connected.source().written());
        } else {
            assertThat(connected.far().failure())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("open another");
            assertThat(connected.far().received())
                    .isLessThanOrEqualTo(connected.source().written());
        }
    }
}
