package io.verbena.samples.fabricmonitor.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.embedded.EmbeddedFabric;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

@BrowserTest
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "rdma.fabric.topology=fat-tree:2,4,4",
            "rdma.subnet.interval=300ms",
            "rdma.subnet.validation.interval=500ms"
        })
class FabricPageTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static @Nullable Chromium shared;

    @Autowired
    private EmbeddedFabric fabric;

    @Value("${local.server.port}")
    private int port;

    @BeforeAll
    static void start() throws IOException {
        shared = new Chromium();
    }

    @AfterAll
    static void stop() throws IOException {
        if (shared != null) {
            shared.close();
        }
    }

    @BeforeEach
    void useADesktopScreen() {
        browser().screen(1280, 800);
        browser().scheme("light");
        browser().requests();
    }

    @AfterEach
    void healAndCheckTheConsole() {
        fabric.heal();
        assertThat(browser().complaints()).isEmpty();
    }

    private static Chromium browser() {
        if (shared == null) {
            throw new IllegalStateException("the browser has not been started");
        }
        return shared;
    }

    /** Opens the page when the monitor has found again what the test before took away. */
    private FabricPage page() {
        FabricPage page = FabricPage.open(browser(), port);
        page.untilLinks(24);
        return page;
    }

    @Test
    void drawsTheFabric() {
        FabricPage page = page();
        assertThat(page.nodes()).isEqualTo(22);
        assertThat(page.links()).isEqualTo(24);
        assertThat(page.stateOf("spine0", "leaf3")).isEqualTo("active");
        assertThat(page.details()).contains("6\nswitches", "16\nhosts", "24\nlinks");
    }

    @Test
    void requestsNothingFromOtherSites() {
        page();
        assertThat(browser().requests())
                .hasSizeGreaterThan(10)
                .allSatisfy(address -> assertThat(address).startsWith("http://localhost:" + port + "/"));
    }

    @Test
    void showsAClickedNode() {
        FabricPage page = page();
        page.click("leaf2");
        page.untilTitle("leaf2");
        assertThat(page.details())
                .contains(
                        "Switch", fabric.node("leaf2").guid().toHex(), "spine0", "host8", "host11", "30 ports without");
        page.press(Keys.ESCAPE);
    }

    @Test
    void showsAClickedLink() {
        FabricPage page = page();
        // No other test cuts this link, because its error count would then replace its state.
        page.clickLink("leaf0", "host1");
        page.untilTitle("Link");
        assertThat(page.details()).contains("leaf0 port 4", "host1 port 1", "Active", "4X EDR");
    }

    @Test
    void showsALinkThatIsCutByItsButton() {
        FabricPage page = page();
        String before = page.lookOf("leaf1", "host4");
        page.clickLink("leaf1", "host4");
        page.pressFault("cut");
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(page.stateOf("leaf1", "host4")).isEqualTo("down");
            assertThat(page.history())
                    .contains("Link down: ", "\"leaf1\" port 3", "\"host4\" port 1", "Node lost: \"host4\"");
        });
        assertThat(page.lookOf("leaf1", "host4")).isNotEqualTo(before).endsWith("dashed");
        page.pressFault("restore");
        await().atMost(SOON).untilAsserted(() -> {
            // The port has counted that the link went down.
            assertThat(page.stateOf("leaf1", "host4")).isEqualTo("errors");
            assertThat(page.history()).contains("Link up: ", "Node found: \"host4\"");
        });
    }

    @Test
    void showsErrorsOfALink() {
        FabricPage page = page();
        page.clickLink("leaf1", "host5");
        page.pressFault("errors");
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(page.stateOf("leaf1", "host5")).isEqualTo("errors");
            assertThat(page.history()).contains("SymbolErrorCounter is 100, over 10");
        });
    }

    @Test
    void showsTheFindingsOfTheValidation() {
        FabricPage page = page();
        page.untilTitle("Fabric");
        fabric.node("leaf2").port(4).counter("portRcvErrors", 50);
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(page.details()).contains("Validation", "0 errors, ", "leaf2 port 4 has PortRcvErrors 50");
            assertThat(page.history()).contains("Counters: leaf2 port 4 has PortRcvErrors 50");
        });
        page.clickFinding("leaf2 port 4 has PortRcvErrors 50");
        page.untilTitle("Link");
        assertThat(page.details()).contains("leaf2 port 4", "host9 port 1");
        page.press(Keys.ESCAPE);
        fabric.node("leaf2").port(4).counter("portRcvErrors", 0);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(page.history()).contains("No longer found: counters: leaf2"));
    }

    @Test
    void showsNodesBehindAnUnresponsiveSwitchAndHealsAll() {
        FabricPage page = page();
        page.click("leaf3");
        page.pressFault("silence");
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(page.stateOf("spine0", "leaf3")).isEqualTo("silent");
            assertThat(page.details()).contains("Lost");
        });
        page.focusGraph();
        page.press(Keys.ESCAPE);
        page.untilTitle("Fabric");
        assertThat(page.details()).contains("\"leaf3\": does not respond");
        page.pressFault("heal");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(page.stateOf("spine0", "leaf3")).isEqualTo("active"));
    }

    @Test
    void reloadsAfterTheStreamWasInterrupted() throws IOException {
        try (CuttableProxy line = new CuttableProxy(port)) {
            FabricPage page = FabricPage.open(browser(), line.port());
            line.cut();
            page.until("document.getElementById('live').dataset.state === 'lost'");
            fabric.node("leaf2").port(1).down();
            line.join();
            page.until("document.getElementById('live').dataset.state === 'live'");
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(page.stateOf("spine0", "leaf2")).isEqualTo("down"));
            browser().driver().get("about:blank");
            // The browser logs each failed attempt to connect.
            assertThat(browser().complaints())
                    .allSatisfy(text -> assertThat(text).contains("ERR_"));
        }
    }

    @Test
    void movesBetweenNodesByKeyboard() {
        FabricPage page = page();
        page.focusGraph();
        page.find("leaf1");
        page.untilTitle("leaf1");
        page.focusGraph();
        page.press(Keys.ARROW_RIGHT);
        page.untilTitle("leaf2");
        assertThat(page.spoken()).isEqualTo("Switch leaf2, 6 links");
        page.press(Keys.ARROW_UP);
        page.until("/^spine[01]$/.test(document.querySelector('#details h2').textContent)");
        page.press(Keys.ARROW_DOWN);
        page.press(Keys.ENTER);
        page.until("document.activeElement.id === 'details'");
        page.press(Keys.TAB);
        assertThat(browser().text("document.activeElement.getAttribute('aria-label')"))
                .isEqualTo("Close the details");
        page.press(Keys.ENTER);
        page.untilTitle("Fabric");
    }

    @Test
    void findsANodeByPartOfItsGuid() {
        FabricPage page = page();
        String guid = fabric.node("host7").guid().toHex();
        page.find(guid);
        page.untilTitle("host7");
    }

    @Test
    void showsTheSameContentInTables() {
        FabricPage page = page();
        fabric.node("host9").port(1).down();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(page.stateOf("leaf2", "host9")).isEqualTo("down"));
        browser().driver().findElement(By.id("show-tables")).click();
        String tables = browser().driver().findElement(By.id("tables")).getText();
        assertThat(tables).contains("24 links", "22 nodes", "spine1", "host15");
        assertThat(browser().text("document.querySelector('#tables tbody tr').textContent"))
                .contains("leaf2 port", "host9 port 1", "Down");
        assertThat(browser().number("document.querySelectorAll('#tables th:not([scope])').length"))
                .isZero();
    }

    @Test
    void switchesBetweenDarkAndLight() {
        page();
        String light = browser().text("getComputedStyle(document.body).backgroundColor");
        browser().driver().findElement(By.id("theme")).click();
        assertThat(browser().text("getComputedStyle(document.body).backgroundColor"))
                .isNotEqualTo(light);
        assertThat(browser().text("document.documentElement.dataset.theme")).isEqualTo("dark");
        browser().driver().executeScript("localStorage.clear()");
        browser().scheme("dark");
        assertThat(page().nodes()).isEqualTo(22);
        assertThat(browser().text("document.documentElement.dataset.theme")).isEqualTo("dark");
    }

    @Test
    void showsFailures() {
        page();
        assertThat(browser()
                        .number("[...document.querySelectorAll('button, input, [role=application]')].filter(e =>"
                                + " !(e.getAttribute('aria-label') || e.textContent.trim())).length"))
                .isZero();
        assertThat(browser().text("document.documentElement.lang")).isEqualTo("en");
    }

    /** A wide fabric is drawn vertically on a telephone in portrait format, and horizontally in landscape format. */
    @Test
    void followsTheOrientationOfTheScreen() {
        browser().screen(390, 844);
        FabricPage page = page();
        assertThat(page.heightTaken()).isBetween(0.5, 1.0);
        assertThat(page.widthTaken()).isBetween(0.5, 1.0);
        browser().screen(1280, 800);
        await().atMost(SOON).untilAsserted(() -> assertThat(page.widthTaken()).isGreaterThan(0.7));
    }

    @ParameterizedTest
    @CsvSource({"1280, 800, light", "1280, 800, dark", "390, 844, light", "390, 844, dark"})
    void fitsTheScreen(int width, int height, String scheme) throws IOException {
        browser().screen(width, height);
        browser().scheme(scheme);
        FabricPage page = page();
        assertThat(page.scrollsSideways()).isFalse();
        browser().screenshot("overview-" + width + "-" + scheme);
        fabric.node("host6").port(1).down();
        fabric.node("leaf2").port(2).count("symbolErrorCounter", 150);
        fabric.node("host13").silence();
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(page.stateOf("leaf1", "host6")).isEqualTo("down");
            assertThat(page.stateOf("leaf2", "spine1")).isEqualTo("errors");
            assertThat(page.stateOf("leaf3", "host13")).isEqualTo("silent");
        });
        page.find("leaf1");
        page.untilTitle("leaf1");
        page.until("document.querySelector('#details .ports')");
        assertThat(page.scrollsSideways()).isFalse();
        browser().screenshot("details-" + width + "-" + scheme);
        browser().driver().findElement(By.id("show-tables")).click();
        assertThat(page.scrollsSideways()).isFalse();
        browser().screenshot("lists-" + width + "-" + scheme);
    }
}
