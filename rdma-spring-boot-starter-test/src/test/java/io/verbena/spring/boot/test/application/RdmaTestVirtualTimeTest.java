package io.verbena.spring.boot.test.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.NodeDescription;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spring.boot.test.RdmaTest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@RdmaTest(virtualTime = true, properties = "rdma.mad.timeout=10m")
class RdmaTestVirtualTimeTest {

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void timeoutTakesNoRealTime(EmbeddedFabric fabric, MadTransactor mad) {
        long before = fabric.nanoTime();
        fabric.node("host0").silence();

        assertThatThrownBy(() -> mad.subnGet(NodeDescription.class, DirectedPath.self()))
                .isInstanceOf(MadTimeoutException.class);
        assertThat(Duration.ofNanos(fabric.nanoTime() - before)).isGreaterThan(Duration.ofMinutes(19));
    }
}
