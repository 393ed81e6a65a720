package io.verbena.samples.fabricmonitor.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.json.JsonMapper;

/** A browser without a window, which remembers what its pages asked for and complained of. */
final class Chromium implements AutoCloseable {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> FLAGS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--window-size=1280,800");

    /** It warns of each browser that is newer than itself. */
    private static final Logger WARNINGS = Logger.getLogger("org.openqa.selenium");

    private final Path profile;
    private final ChromeDriver driver;

    /** Starts it. */
    Chromium() throws IOException {
        WARNINGS.setLevel(Level.SEVERE);
        profile = Files.createTempDirectory("chromium");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments(FLAGS);
        options.addArguments("--user-data-dir=" + profile);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
        driver.manage().timeouts().pageLoadTimeout(Duration.ofSeconds(30));
    }

    static boolean isInstalled() {
        return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Has pages see a screen of this size. */
    void screen(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Has pages be told that the system is dark, or light. */
    void scheme(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** The value of an expression in the page. */
    @Nullable Object value(String expression) {
        return driver.executeScript("return " + expression);
    }

    /** The same where there must be one. */
    String text(String expression) {
        return String.valueOf(Objects.requireNonNull(value(expression), expression));
    }

    double number(String expression) {
        return ((Number) Objects.requireNonNull(value(expression), expression)).doubleValue();
    }

    /** Writes what is seen into a file below target/screenshots. */
    Path screenshot(String name) throws IOException {
        Path file = Path.of(System.getProperty("basedir", "."), "target", "screenshots", name + ".png");
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        return Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** What the console of the page has, of warnings and errors; each is told once. */
    List<String> complaints() {
        return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The addresses that were asked for since this was called last. */
    List<String> requests() {
        return StreamSupport.stream(
                        driver.manage().logs().get(LogType.PERFORMANCE).spliterator(), false)
                .map(entry -> JSON.readTree(entry.getMessage()).get("message"))
                .filter(message -> message.get("method").asString().equals("Network.requestWillBeSent"))
                .map(message -> message.get("params").get("request").get("url").asString())
                .toList();
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
