package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.NodeType;
import io.verbena.monitor.MonitorApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** The page in Chromium. */
@Tag("browser")
@EnabledIf(value = "isInstalled", disabledReason = "not installed: chromium, chromium-driver")
class MonitorPageTest {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    static boolean isInstalled() {
        return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
    }

    static ChromeDriver browser(Path profile) {
        // The driver logs a warning for browsers that are newer than itself.
        Logger.getLogger("org.openqa.selenium").setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments(List.of(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--window-size=1280,1400",
                "--user-data-dir=" + profile));
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        return new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
    }

    private static void screenshot(ChromeDriver browser, String name) throws IOException {
        Path folder = Files.createDirectories(Path.of(System.getProperty("basedir", "."), "target", "screenshots"));
        Files.write(folder.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
    }

    @Test
    void showsVerdictsFirstAndAcknowledgesThem(@TempDir Path profile) throws IOException {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                MonitorApplication.class,
                "--server.port=0",
                "--rdma.fabric.type=embedded",
                "--rdma.fabric.topology=fat-tree:2,4,4",
                "--rdma.subnet.interval=300ms",
                "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn")) {
            ChromeDriver browser = browser(profile);
            try {
                String address = "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/";
                browser.get(address);
                await().atMost(LIMIT)
                        .until(() -> text(browser, "verdicts").contains("No rule has anything to report."));
                await().atMost(LIMIT).until(() -> text(browser, "tiles").contains("22"));

                EmbeddedNode host = context.getBean(EmbeddedFabric.class).nodes().stream()
                        .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                        .reduce((first, second) -> second)
                        .orElseThrow();
                for (int i = 0; i < 4; i++) {
                    host.port(1).count("symbolErrorCounter", 3).count("portRcvErrors", 4);
                    pause();
                }
                await().atMost(LIMIT).until(() -> text(browser, "verdicts").contains("bit error rate"));
                click(browser, By.cssSelector("#verdicts li .link"));
                await().atMost(LIMIT)
                        .until(() -> !browser.findElements(By.cssSelector("#chart canvas"))
                                .isEmpty());
                screenshot(browser, "monitor-light");

                replaysAndCompares(browser, host);

                click(browser, By.xpath("//button[text()='Acknowledge']"));
                await().atMost(LIMIT).until(() -> text(browser, "verdicts").contains("acknowledged by local"));

                browser.executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
                screenshot(browser, "monitor-dark");
                browser.executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
                Object overflow = browser.executeScript("return document.documentElement.scrollWidth");
                assertThat(((Number) Objects.requireNonNull(overflow)).intValue())
                        .isLessThanOrEqualTo(390);
                screenshot(browser, "monitor-narrow");

                assertThat(StreamSupport.stream(
                                        browser.manage()
                                                .logs()
                                                .get(LogType.BROWSER)
                                                .spliterator(),
                                        false)
                                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                                .map(LogEntry::getMessage))
                        .isEmpty();
                assertThat(StreamSupport.stream(
                                        browser.manage()
                                                .logs()
                                                .get(LogType.PERFORMANCE)
                                                .spliterator(),
                                        false)
                                .map(entry -> JSON.readTree(entry.getMessage()).get("message"))
                                .filter(message ->
                                        message.get("method").asString().equals("Network.requestWillBeSent"))
                                .map(message -> message.get("params")
                                        .get("request")
                                        .get("url")
                                        .asString())
                                // The empty page that the browser begins with.
                                .filter(url -> !url.startsWith("chrome:")
                                        && !url.startsWith("data:")
                                        && !url.startsWith(address)))
                        .as("requests to other sites")
                        .isEmpty();
            } finally {
                browser.quit();
            }
        }
    }

    /** Takes a host away, and looks for it in the past. */
    private static void replaysAndCompares(ChromeDriver browser, EmbeddedNode host) throws IOException {
        String name = host.description();
        String before = now(browser);
        pause();
        pause();
        host.port(1).count("symbolErrorCounter", 5);
        pause();
        pause();
        host.port(1).down();
        await().atMost(LIMIT).until(() -> text(browser, "tiles").contains("21"));
        pause();
        pause();
        set(browser, "before", before);
        set(browser, "after", now(browser));
        browser.findElement(By.cssSelector("#compare button")).click();
        await().atMost(LIMIT).until(() -> text(browser, "differences").contains(name));
        assertThat(text(browser, "differences"))
                .containsIgnoringCase("node lost")
                .contains("symbol errors");
        await().atMost(LIMIT).until(() -> text(browser, "topology-note").startsWith("21 nodes"));
        screenshot(browser, "monitor-comparison");

        set(browser, "at", before);
        await().atMost(LIMIT).until(() -> text(browser, "topology-note").startsWith("22 nodes"));
        browser.findElement(By.id("now")).click();
        await().atMost(LIMIT).until(() -> text(browser, "topology-note").startsWith("21 nodes"));
        Object drawn = browser.executeScript(
                "const map = document.getElementById('map');"
                        + "return map.getContext('2d').getImageData(0, 0, map.width, map.height).data.some((each) => each !== 0);");
        assertThat(text(browser, "topology-note")).contains("ports with errors");
        browser.findElement(By.id("play")).click();
        await().atMost(LIMIT).until(() -> text(browser, "play").equals("Stop"));
        await().atMost(LIMIT).until(() -> text(browser, "topology-note").startsWith("22 nodes"));
        browser.findElement(By.id("now")).click();
        assertThat(drawn).as("something is on the map").isEqualTo(true);
    }

    /** Clicks on an element that the page may replace at any time. */
    private static void click(ChromeDriver browser, By place) {
        await().atMost(LIMIT)
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(() -> browser.findElement(place).click());
    }

    private static String now(ChromeDriver browser) {
        return String.valueOf(browser.executeScript("return new Date().toISOString().slice(0, 19)"));
    }

    private static void set(ChromeDriver browser, String id, String value) {
        browser.executeScript(
                "const input = document.getElementById(arguments[0]); input.value = arguments[1];"
                        + "input.dispatchEvent(new Event('change'));",
                id,
                value);
    }

    private static String text(ChromeDriver browser, String id) {
        return browser.findElement(By.id(id)).getText();
    }

    private static void pause() {
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);
    }
}
