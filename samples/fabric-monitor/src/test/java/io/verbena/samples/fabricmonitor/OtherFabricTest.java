package io.verbena.samples.fabricmonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.Rdma;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.ActiveProfiles;

/** Tests the application on a host with devices: its properties do not select an embedded fabric. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("native")
class OtherFabricTest {
    @Value("${local.server.port}")
    private int port;

    /** The fabric that replaces the devices of the host. */
    @TestConfiguration(proxyBeanMethods = false)
    static class Devices {
        @Bean
        Rdma rdma() {
            return Rdma.embedded("two-node");
        }
    }

    @Test
    void hasNoFaults() throws Exception {
        Http http = new Http(port);
        assertThat(http.json("/about").get("faults").asBoolean()).isFalse();
        assertThat(http.get("/faults").statusCode()).isEqualTo(404);
        for (String fault : new String[] {"cut", "restore", "silence", "wake", "errors", "heal"}) {
            assertThat(http.post("/faults/" + fault).statusCode()).as(fault).isEqualTo(404);
        }
    }

    @Test
    void showsItsFabric() {
        Http http = new Http(port);
        await().atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> http.json("/nodes").size() > 1);
    }
}
