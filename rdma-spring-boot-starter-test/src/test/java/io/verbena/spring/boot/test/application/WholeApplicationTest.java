package io.verbena.spring.boot.test.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.PortState;
import io.verbena.spring.boot.test.AutoConfigureEmbeddedFabric;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@AutoConfigureEmbeddedFabric(topology = "fat-tree:2,2,1")
class WholeApplicationTest {

    @Test
    void runsOnTheEmbeddedFabricWithAllComponents(@Autowired Uplinks uplinks, EmbeddedFabric fabric) {
        assertThat(fabric.nodes()).hasSize(6);
        assertThat(uplinks.first()).isEqualTo(PortState.ACTIVE);
    }
}
