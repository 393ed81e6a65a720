package io.verbena.spring.boot.test.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.spring.boot.connection.RdmaTemplate;
import io.verbena.spring.boot.test.RdmaTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@RdmaTest(properties = {"rdma.clients.asker.address=10.0.0.1", "rdma.clients.asker.port=7471"})
class RdmaTestListenerTest {

    @Test
    void connectsAClientToTheListenerOfTheApplication(@Autowired RdmaTemplate asker, EmbeddedFabric fabric) {
        assertThat(fabric.node("host0").port(1).address().getHostAddress()).isEqualTo("10.0.0.1");
        assertThat(asker.requestAsync("olleH").join()).isEqualTo("Hello");
    }
}
