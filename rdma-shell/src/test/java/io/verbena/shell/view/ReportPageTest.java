package io.verbena.shell.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The HTML report of a fabric with two faults, in a browser. */
@Tag("browser")
@EnabledIf(value = "isInstalled", disabledReason = "not installed: chromium, chromium-driver")
class ReportPageTest {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    @TempDir
    private static Path directory = Path.of("");

    private static @Nullable ChromeDriver shared;
    private static Path page = Path.of("");

    static boolean isInstalled() {
        return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
    }

    @BeforeAll
    static void writeTheReportAndStartTheBrowser() throws IOException {
        page = directory.resolve("report.html");
        ValidationFiles.html(report(), Instant.parse("2026-11-01T10:00:00Z"), page);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + directory.resolve("profile"));
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriver driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
        driver.manage().timeouts().pageLoadTimeout(Duration.ofSeconds(30));
        shared = driver;
    }

    /** Returns the report of a fabric with two faults: the MTU of leaf1 port 3, and a counter of host5. */
    private static ValidationReport report() {
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
                Rdma rdma = Rdma.builder().driver(fabric.driver()).open()) {
            fabric.node("host5").port(1).counter("symbolErrorCounter", 11);
            MadTransactor mad = rdma.mad(rdma.defaultEndPort());
            Subnet subnet = rdma.discovery(mad).run();
            io.verbena.path.Path leaf =
                    subnet.pathTo(subnet.node("leaf1", NodeNameMap.EMPTY)).orElseThrow();
            mad.subnSet(
                    PortInfo.LAYOUT
                            .copy(mad.subnGet(PortInfo.class, leaf, 3))
                            .portState(PortState.NO_CHANGE)
                            .portPhysicalState(PortPhysicalState.NO_CHANGE)
                            .neighborMtu(Mtu.MTU_256),
                    leaf,
                    3);
            FabricValidation validation = new FabricValidation(ValidationOptions.DEFAULTS);
            return validation.run(new FabricSweep(rdma.discovery(mad).run(), NodeNameMap.EMPTY, mad, rdma.sa(mad))
                    .read(validation.needs()));
        }
    }

    @AfterAll
    static void stopTheBrowser() {
        if (shared != null) {
            shared.quit();
        }
    }

    private static ChromeDriver browser() {
        return Objects.requireNonNull(shared, "the browser has not been started");
    }

    @BeforeEach
    void open() {
        scheme("light");
        logs(LogType.PERFORMANCE);
        browser().get(page.toUri().toString());
    }

    private static void scheme(String scheme) {
        browser()
                .executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    private static List<String> logs(String type) {
        return StreamSupport.stream(browser().manage().logs().get(type).spliterator(), false)
                .map(LogEntry::getMessage)
                .toList();
    }

    private static String text(String expression) {
        return String.valueOf(browser().executeScript("return " + expression));
    }

    /** Returns the texts of a column of the findings. */
    private static List<String> column(int index) {
        return browser().findElements(By.cssSelector("#findings tbody td:nth-child(" + index + ")")).stream()
                .map(cell -> cell.getText())
                .toList();
    }

    @Test
    void showsTheFindingsAndTheMap() {
        assertThat(text("document.getElementById('when').textContent")).isEqualTo("Read at 2026-11-01T10:00:00Z");
        assertThat(text("document.getElementById('summary').textContent")).contains("22nodes", "6switches", "24links");
        assertThat(column(2)).containsExactly("mtu-mismatch", "counter-exceeded", "no-standby");
        assertThat(text("document.querySelectorAll('#map line').length")).isEqualTo("24");
        assertThat(text("document.querySelectorAll('#map line.WARNING').length"))
                .as("the links of host4 and host5")
                .isEqualTo("2");
        assertThat(logs(LogType.BROWSER)).isEmpty();
    }

    @Test
    void sortsByAColumnInBothDirections() {
        assertThat(column(2)).hasSizeGreaterThan(2);
        browser().findElements(By.cssSelector("#findings th button")).get(1).click();
        List<String> ascending = column(2);
        assertThat(ascending).isSorted();
        assertThat(text("document.querySelectorAll('#findings th')[1].getAttribute('aria-sort')"))
                .isEqualTo("ascending");
        browser().findElements(By.cssSelector("#findings th button")).get(1).click();
        assertThat(column(2)).isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(column(2)).isNotEqualTo(ascending);
    }

    @Test
    void filtersTheFindings() {
        browser().findElement(By.id("filter")).sendKeys("host5 port 1");
        assertThat(column(2)).containsExactly("counter-exceeded");
    }

    @Test
    void followsTheColorSchemeOfTheSystem() {
        String light = text("getComputedStyle(document.body).backgroundColor");
        String dark = "getComputedStyle(document.body).backgroundColor";
        scheme("dark");
        assertThat(light).isEqualTo("rgb(246, 247, 249)");
        assertThat(text(dark)).isEqualTo("rgb(18, 22, 28)");
        assertThat(text("getComputedStyle(document.body).color")).isEqualTo("rgb(228, 233, 240)");
    }

    @Test
    void requestsNothingButItself() {
        browser().findElements(By.cssSelector("#tables summary")).forEach(summary -> summary.click());

        assertThat(logs(LogType.PERFORMANCE))
                .filteredOn(message -> message.contains("\"Network.requestWillBeSent\""))
                .singleElement()
                .satisfies(request -> assertThat(request).contains("report.html"));
    }
}
