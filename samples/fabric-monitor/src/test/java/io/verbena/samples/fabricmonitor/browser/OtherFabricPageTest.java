package io.verbena.samples.fabricmonitor.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.ActiveProfiles;

/** Tests the page of a fabric that the application does not know to be embedded. */
@BrowserTest
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("native")
class OtherFabricPageTest {
    @Value("${local.server.port}")
    private int port;

    /** The fabric that replaces the devices of the host. */
    @TestConfiguration(proxyBeanMethods = false)
    static class Devices {
        @Bean
        Rdma rdma() {
            return Rdma.embedded("fat-tree:2,4,4");
        }
    }

    @Test
    void hasNoFaultButtons() throws Exception {
        try (Chromium browser = new Chromium()) {
            FabricPage page = FabricPage.open(browser, port);
            assertThat(page.faultButtons()).isZero();
            page.click("leaf1");
            page.untilTitle("leaf1");
            assertThat(page.faultButtons()).isZero();
            page.clickLink("leaf1", "spine0");
            page.untilTitle("Link");
            assertThat(page.faultButtons()).isZero();
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
