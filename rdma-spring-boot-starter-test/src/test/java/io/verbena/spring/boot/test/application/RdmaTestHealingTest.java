package io.verbena.spring.boot.test.application;

import static io.verbena.spring.boot.test.assertj.RdmaAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedFault;
import io.verbena.iba.NodeDescription;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spring.boot.test.RdmaTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;

@RdmaTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RdmaTestHealingTest {
    @Autowired
    private MadTransactor mad;

    @Test
    @Order(1)
    void testInjectsAFault(EmbeddedFabric fabric) {
        assertThat(fabric).isHealthy();
        fabric.node("host0").silence();

        assertThat(fabric).hasFault(EmbeddedFault.Kind.SILENCE);
        assertThatThrownBy(() -> mad.subnGet(NodeDescription.class, DirectedPath.self()))
                .isInstanceOf(MadTimeoutException.class);
    }

    @Test
    @Order(2)
    void nextTestFindsAHealthyFabric(EmbeddedFabric fabric) {
        assertThat(fabric).isHealthy();
        org.assertj.core.api.Assertions.assertThat(
                        mad.subnGet(NodeDescription.class, DirectedPath.self()).nodeString())
                .isEqualTo("host0");
    }
}
