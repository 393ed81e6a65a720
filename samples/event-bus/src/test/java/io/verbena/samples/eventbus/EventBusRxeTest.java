package io.verbena.samples.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three processes on RoCE devices, of which one gets SIGKILL. */
@Tag("rxe")
@Timeout(600)
class EventBusRxeTest {
    @Test
    void survivesTheEndOfAProcess() throws IOException {
        assertThat(EventBusSampleTest.run("10.77.0.2")).isEqualTo(EventBusSampleTest.expected());
    }
}
