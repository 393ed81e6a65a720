package io.verbena.monitor.web;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.iba.NodeType;
import io.verbena.monitor.MonitorApplication;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.store.PostgresServer;
import io.verbena.spring.boot.subnet.SubnetService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Prints how fast the page shows a large fabric in Chromium without a graphics card: the time to the first paint and to
 * the map, the frames while the map is dragged and while the slider plays, and the time from a sweep that misses a link to
 * the frame that shows it. The processor time is that of the script per frame, and that of all processes of the browser.
 */
final class PageFrames {
    private static final int SWEEPS = 3;
    private static final int BUSY_PORTS = 4000;
    private static final int MOVES = 90;
    private static final int ZOOMS = 14;
    private static final int PLAYED_SECONDS = 20;
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private PageFrames() {}

    /** Starts with the topology. */
    public static void main(String[] arguments) throws Exception {
        Path profile = Files.createTempDirectory("chromium");
        try (PostgresServer server = PostgresServer.start()) {
            String[] properties = Stream.concat(
                            Stream.of(
                                    "server.port=0",
                                    "rdma.fabric.type=embedded",
                                    "rdma.fabric.topology=" + arguments[0],
                                    "rdma.subnet.interval=1h",
                                    "rdma.subnet.deadline=15m",
                                    "spring.autoconfigure.exclude=io.verbena.spring.boot.metrics.RdmaMetricsAutoConfiguration",
                                    "rdma.subnet.validation.enabled=false",
                                    "spring.main.banner-mode=off",
                                    "logging.level.root=warn"),
                            Stream.of(server.properties()))
                    .map(property -> "--" + property)
                    .toArray(String[]::new);
            try (ConfigurableApplicationContext monitor = SpringApplication.run(MonitorApplication.class, properties)) {
                Random random = new Random(1);
                for (int sweep = 1; sweep <= SWEEPS; sweep++) {
                    sweep(monitor, random, sweep);
                }
                ChromeDriver browser = PageBrowser.chromium(profile);
                try {
                    measure(monitor, browser);
                } finally {
                    browser.quit();
                }
            }
        }
    }

    private static void sweep(ConfigurableApplicationContext monitor, Random random, int number) throws Exception {
        List<EmbeddedNode> nodes =
                List.copyOf(monitor.getBean(EmbeddedFabric.class).nodes());
        for (int i = 0; i < BUSY_PORTS; i++) {
            nodes.get(random.nextInt(nodes.size())).port(1).count("portXmitData", random.nextInt(Integer.MAX_VALUE));
        }
        monitor.getBean(SubnetService.class).refresh(LIMIT);
        long end = System.nanoTime() + LIMIT.toNanos();
        while (sweeps(monitor) < number) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("sweep " + number + " was not stored within " + LIMIT);
            }
            Thread.sleep(50);
        }
    }

    private static long sweeps(ConfigurableApplicationContext monitor) {
        return Objects.requireNonNull(monitor.getBean(JdbcTemplate.class)
                .queryForObject("SELECT COUNT(*) FROM sweep WHERE samples > 0", Long.class));
    }

    private static void measure(ConfigurableApplicationContext monitor, ChromeDriver browser) throws Exception {
        browser.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", """
                window.frames = { intervals: [], script: [] };
                let last = 0;
                let frame = 0;
                let spent = 0;
                const request = window.requestAnimationFrame.bind(window);
                window.requestAnimationFrame = (callback) => request((now) => {
                  const begin = performance.now();
                  callback(now);
                  spent += performance.now() - begin;
                });
                const next = (now) => {
                  window.frames.intervals.push(now - last);
                  window.frames.script.push(spent);
                  spent = 0;
                  last = now;
                  request(next);
                };
                request(next);
                window.shown = {};
                const text = (id) => document.getElementById(id)?.textContent ?? '';
                new MutationObserver(() => {
                  for (const id of ['topology-note', 'tiles', 'events']) {
                    const content = text(id);
                    if (window.shown[id]?.content !== content) {
                      window.shown[id] = { content, at: 0 };
                      request(() => request(() => {
                        if (window.shown[id].content === content) {
                          window.shown[id].at = performance.timeOrigin + performance.now();
                        }
                      }));
                    }
                  }
                }).observe(document, { subtree: true, childList: true, characterData: true });
                """));
        String address = "http://localhost:" + monitor.getEnvironment().getRequiredProperty("local.server.port") + "/";
        String placed = "window.shown['topology-note'] && /^\\d+ nodes/.test(window.shown['topology-note'].content)"
                + " && window.shown['topology-note'].at";
        for (int run = 0; run < 3; run++) {
            browser.get("about:blank");
            browser.get(address);
            until(browser, placed);
            System.out.printf(
                    Locale.ROOT,
                    "first contentful paint: %.0f ms; map placed: %.0f ms; %s%n",
                    number(browser, "performance.getEntriesByName('first-contentful-paint')[0].startTime"),
                    number(browser, "window.shown['topology-note'].at - performance.timeOrigin"),
                    browser.findElement(By.id("topology-note")).getText());
        }
        Thread.sleep(3000);
        browser.executeScript("document.getElementById('map').scrollIntoView({ block: 'center' })");
        frames(browser, "drag, whole map", () -> drag(browser));
        for (int i = 0; i < ZOOMS; i++) {
            browser.findElement(By.id("map")).sendKeys("+");
        }
        Thread.sleep(2000);
        frames(browser, "drag, zoomed in", () -> drag(browser));
        browser.findElement(By.id("map")).sendKeys("0");
        Thread.sleep(2000);
        frames(browser, "search, letter by letter", () -> {
            WebElement field = browser.findElement(By.id("search"));
            for (String letter : List.of("h", "o", "s", "t", "1", "2", "3", "4")) {
                field.sendKeys(letter);
                Thread.sleep(100);
            }
            until(browser, "document.querySelectorAll('#found a').length === 1");
            field.clear();
        });
        frames(browser, "slider plays", () -> {
            browser.findElement(By.id("play")).click();
            Thread.sleep(PLAYED_SECONDS * 1000L);
        });
        browser.findElement(By.id("now")).click();
        Thread.sleep(5000);
        fault(monitor, browser);
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void frames(ChromeDriver browser, String name, Action action) throws Exception {
        browser.executeScript("window.frames.intervals = []; window.frames.script = [];");
        Duration before = processorTime();
        action.run();
        Duration used = processorTime().minus(before);
        double count = number(browser, "window.frames.intervals.length");
        System.out.printf(
                Locale.ROOT,
                "%s: %.0f frames, interval median %.1f ms, p95 %.1f ms, p99 %.1f ms, max %.1f ms; script per frame median %.2f ms,"
                        + " p95 %.2f ms, max %.2f ms; browser %.1f ms of processor time per frame; load %s%n",
                name,
                count,
                quantile(browser, "intervals", 0.5),
                quantile(browser, "intervals", 0.95),
                quantile(browser, "intervals", 0.99),
                quantile(browser, "intervals", 1),
                quantile(browser, "script", 0.5),
                quantile(browser, "script", 0.95),
                quantile(browser, "script", 1),
                used.toNanos() / 1e6 / count,
                Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0]);
    }

    private static double quantile(ChromeDriver browser, String what, double part) {
        return number(
                browser,
                "((all) => all[Math.min(all.length - 1, Math.floor(all.length * " + part + "))])([...window.frames."
                        + what + "].sort((one, other) => one - other))");
    }

    /** Returns the processor time of all processes of the browser. */
    private static Duration processorTime() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains("chromium"))
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static void drag(ChromeDriver browser) {
        List<?> middle = (List<?>) Objects.requireNonNull(
                browser.executeScript("const place = document.getElementById('map').getBoundingClientRect();"
                        + "return [Math.round(place.x + place.width / 2), Math.round(place.y + place.height / 2)];"));
        int x = ((Number) Objects.requireNonNull(middle.get(0))).intValue();
        int y = ((Number) Objects.requireNonNull(middle.get(1))).intValue();
        mouse(browser, "mousePressed", x, y, 1);
        for (int move = 0; move < MOVES; move++) {
            int step = move < MOVES / 2 ? move : MOVES - move;
            mouse(browser, "mouseMoved", x - step * 4, y - step, 1);
        }
        mouse(browser, "mouseReleased", x, y, 0);
    }

    private static void mouse(ChromeDriver browser, String type, int x, int y, int buttons) {
        browser.executeCdpCommand(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", buttons, "clickCount", 1));
    }

    private static void fault(ConfigurableApplicationContext monitor, ChromeDriver browser) throws Exception {
        EmbeddedNode leaf = monitor.getBean(EmbeddedFabric.class).nodes().stream()
                .filter(node -> node.type() == NodeType.SWITCH)
                .findFirst()
                .orElseThrow();
        browser.executeScript(
                "window.before = Object.fromEntries(Object.entries(window.shown).map(([id, each]) => [id, each.content]))");
        leaf.port(1).down();
        monitor.getBean(SubnetService.class).refresh(LIMIT);
        long seen = monitor.getBean(LiveView.class)
                .sweep("fabric")
                .orElseThrow()
                .at()
                .toEpochMilli();
        for (String id : List.of("tiles", "events", "topology-note")) {
            until(
                    browser,
                    "window.shown['" + id + "'].content !== window.before['" + id + "'] && window.shown['" + id
                            + "'].at");
            System.out.printf(
                    Locale.ROOT,
                    "link fault visible in %s %.0f ms after the end of the sweep%n",
                    id,
                    number(browser, "window.shown['" + id + "'].at") - seen);
        }
    }

    private static void until(ChromeDriver browser, String condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        String script = "return Boolean(" + condition + ")";
        while (!Boolean.TRUE.equals(browser.executeScript(script))) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not within " + LIMIT + ": " + condition);
            }
            Thread.sleep(100);
        }
    }

    private static double number(ChromeDriver browser, String expression) {
        return ((Number) Objects.requireNonNull(browser.executeScript("return " + expression))).doubleValue();
    }
}
