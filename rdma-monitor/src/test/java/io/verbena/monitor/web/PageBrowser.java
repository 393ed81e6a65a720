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
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** A monitor on an embedded fabric of 22 nodes, and its page in Chromium. */
final class PageBrowser implements AutoCloseable {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ConfigurableApplicationContext monitor;
    private final ChromeDriver browser;
    private final String address;

    private PageBrowser(ConfigurableApplicationContext monitor, ChromeDriver browser) {
        this.monitor = monitor;
        this.browser = browser;
        this.address = "http://localhost:" + monitor.getEnvironment().getProperty("local.server.port") + "/";
    }

    static boolean isInstalled() {
        return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
    }

    /** Starts the monitor, and Chromium with an empty page. */
    static PageBrowser start(Path profile, String... properties) {
        ConfigurableApplicationContext monitor = SpringApplication.run(
                MonitorApplication.class,
                Stream.concat(
                                Stream.of(
                                        "server.port=0",
                                        "rdma.fabric.type=embedded",
                                        "rdma.fabric.topology=fat-tree:2,4,4",
                                        "rdma.subnet.interval=300ms",
                                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                                        "spring.main.banner-mode=off",
                                        "logging.level.root=warn"),
                                Stream.of(properties))
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
        return new PageBrowser(monitor, chromium(profile));
    }

    static ChromeDriver chromium(Path profile) {
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

    <T> T bean(Class<T> type) {
        return monitor.getBean(type);
    }

    /** Returns a host that is not the one of the monitor. */
    EmbeddedNode host() {
        return bean(EmbeddedFabric.class).nodes().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    ChromeDriver driver() {
        return browser;
    }

    /** Opens an address, such as {@code #alarms}, as a link from elsewhere does. */
    void open(String path) {
        browser.get("about:blank");
        browser.get(address + path);
    }

    /** Returns the part of the address after the #. */
    String route() {
        return String.valueOf(script("return location.hash"));
    }

    Object script(String script, Object... arguments) {
        return String.valueOf(browser.executeScript(script, arguments));
    }

    /** Clicks on an element that the page may replace at any time. */
    void click(By place) {
        await().atMost(LIMIT)
                .ignoreException(StaleElementReferenceException.class)
                .ignoreException(NoSuchElementException.class)
                .ignoreException(ElementNotInteractableException.class)
                .untilAsserted(() -> browser.findElement(place).click());
    }

    void click(String css) {
        click(By.cssSelector(css));
    }

    /** Replaces the text of a field. */
    void type(String id, CharSequence... keys) {
        WebElement field = browser.findElement(By.id(id));
        field.clear();
        field.sendKeys(keys);
    }

    /** Sets the value of a field for times. */
    void set(String id, String value) {
        browser.executeScript(
                "const input = document.getElementById(arguments[0]); input.value = arguments[1];"
                        + "input.dispatchEvent(new Event('change'));",
                id,
                value);
    }

    String text(String id) {
        return browser.findElement(By.id(id)).getText();
    }

    void awaitText(String id, String part) {
        await().atMost(LIMIT)
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(() -> assertThat(text(id)).containsIgnoringCase(part));
    }

    void awaitElements(String css, int number) {
        await().atMost(LIMIT)
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(() -> assertThat(browser.findElements(By.cssSelector(css)))
                        .filteredOn(WebElement::isDisplayed)
                        .hasSize(number));
    }

    void awaitRoute(String begin) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(route()).startsWith(begin));
    }

    /** Returns the identifier of the element that has the focus. */
    Object focus() {
        return script("return document.activeElement.id || document.activeElement.tagName");
    }

    /** Returns the time of the browser as its fields for times have it. */
    String now() {
        return String.valueOf(script("return new Date().toISOString().slice(0, 19)"));
    }

    static void pause() {
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);
    }

    /** Waits until the next full second, so that a time without a fraction lies between what comes before and after. */
    static void nextSecond() {
        await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
    }

    void scheme(String name) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    void size(int width, int height) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 1000));
    }

    void screenshot(String name) throws IOException {
        Path folder = Files.createDirectories(Path.of(System.getProperty("basedir", "."), "target", "screenshots"));
        Files.write(folder.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
    }

    /** Checks that the browser warned of nothing, and requested nothing from other sites. */
    void assertQuiet() {
        assertThat(StreamSupport.stream(
                                browser.manage().logs().get(LogType.BROWSER).spliterator(), false)
                        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                        .map(LogEntry::getMessage))
                .isEmpty();
        assertThat(StreamSupport.stream(
                                browser.manage().logs().get(LogType.PERFORMANCE).spliterator(), false)
                        .map(entry -> JSON.readTree(entry.getMessage()).get("message"))
                        .filter(message -> message.get("method").asString().equals("Network.requestWillBeSent"))
                        .map(message ->
                                message.get("params").get("request").get("url").asString())
                        // The empty page that the browser begins with.
                        .filter(url -> !url.startsWith("chrome:")
                                && !url.startsWith("data:")
                                && !url.startsWith("about:")
                                && !url.startsWith(address)))
                .as("requests to other sites")
                .isEmpty();
    }

    @Override
    public void close() {
        try {
            browser.quit();
        } finally {
            monitor.close();
        }
    }
}
