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

/** A headless browser that records requests and console messages of its pages. */
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

    /** The driver logs a warning for browsers that are newer than itself. */
    private static final Logger WARNINGS = Logger.getLogger("org.openqa.selenium");

    private final Path profile;
    private final ChromeDriver driver;

    /** Starts the browser. */
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

    /** Sets the screen size. */
    void screen(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Sets the color scheme of the system to dark or light. */
    void scheme(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Evaluates an expression in the page. */
    @Nullable Object value(String expression) {
        return driver.executeScript("return " + expression);
    }

    /** Evaluates an expression in the page that must not be null. */
    String text(String expression) {
        return String.valueOf(Objects.requireNonNull(value(expression), expression));
    }

    double number(String expression) {
        return ((Number) Objects.requireNonNull(value(expression), expression)).doubleValue();
    }

    /** Saves a screenshot below target/screenshots. */
    Path screenshot(String name) throws IOException {
        Path file = Path.of(System.getProperty("basedir", "."), "target", "screenshots", name + ".png");
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        return Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** Returns the warnings and errors of the console since the last call. */
    List<String> complaints() {
        return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Returns the addresses of the requests since the last call. */
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
