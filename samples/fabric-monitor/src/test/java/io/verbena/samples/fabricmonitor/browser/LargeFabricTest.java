package io.verbena.samples.fabricmonitor.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.embedded.EmbeddedFabric;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Tests a fabric of 702 nodes. benchmarks/web-page measures its speed. */
@BrowserTest
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "rdma.fabric.topology=fat-tree:18,36,18")
class LargeFabricTest {
    @Autowired
    private EmbeddedFabric fabric;

    @Value("${local.server.port}")
    private int port;

    @Test
    void isShownAndUpdated() throws Exception {
        try (Chromium browser = new Chromium()) {
            browser.screen(1280, 800);
            browser.scheme("dark");
            FabricPage page = FabricPage.open(browser, port);
            assertThat(page.nodes()).isEqualTo(702);
            assertThat(page.links()).isEqualTo(18 * 36 + 36 * 18);
            browser.screenshot("large-1280-dark");
            fabric.node("leaf7").port(3).down();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> page.stateOf("spine2", "leaf7").equals("down"));
            page.find("leaf7");
            page.untilTitle("leaf7");
            browser.screenshot("large-details-1280-dark");
            browser.screen(390, 844);
            browser.scheme("light");
            FabricPage small = FabricPage.open(browser, port);
            assertThat(small.scrollsSideways()).isFalse();
            browser.screenshot("large-390-light");
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
