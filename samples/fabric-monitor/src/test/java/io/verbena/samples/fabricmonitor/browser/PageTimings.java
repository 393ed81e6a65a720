package io.verbena.samples.fabricmonitor.browser;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.samples.fabricmonitor.FabricMonitorApplication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Prints how fast the page shows a fabric of 702 nodes, in milliseconds: the time to the first paint, the time until
 * the graph is laid out, the 95th percentile of the time between frames while it is dragged, and the time from the cut
 * of a link to the frame that shows it. Run by benchmarks/web-page.
 */
final class PageTimings {
    private static final String FABRIC = "fat-tree:18,36,18";
    private static final int RUNS = 5;
    private static final int MOVES = 90;

    private PageTimings() {}

    /** Measures each time repeatedly and prints one line for each. */
    public static void main(String[] arguments) throws IOException {
        try (ConfigurableApplicationContext application = SpringApplication.run(
                        FabricMonitorApplication.class,
                        "--server.port=0",
                        "--rdma.fabric.topology=" + FABRIC,
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=error");
                Chromium browser = new Chromium()) {
            int port = Integer.parseInt(application.getEnvironment().getRequiredProperty("local.server.port"));
            EmbeddedFabric fabric = application.getBean(EmbeddedFabric.class);
            browser.screen(1280, 800);
            FabricPage.open(browser, port);
            List<Double> painted = new ArrayList<>();
            List<Double> placed = new ArrayList<>();
            List<Double> frames = new ArrayList<>();
            List<Double> faults = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                browser.driver().executeCdpCommand("Network.clearBrowserCache", Map.of());
                FabricPage page = FabricPage.open(browser, port);
                painted.add(browser.number("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
                placed.add(browser.number("performance.getEntriesByName('graph-placed')[0].startTime"));
                frames.add(frames(browser));
                faults.add(fault(page, fabric, run));
            }
            print("first contentful paint", painted);
            print("graph placed", placed);
            print("p95 frame while panning", frames);
            print("link fault visible", faults);
        }
    }

    /** Drags the graph by an empty corner, one step per frame, and measures the time between frames. */
    private static double frames(Chromium browser) {
        browser.driver().executeScript("""
                        window.frames = [];
                        window.recording = true;
                        let last = performance.now();
                        const next = (now) => {
                            window.frames.push(now - last);
                            last = now;
                            if (window.recording) requestAnimationFrame(next);
                        };
                        requestAnimationFrame(next);
                        """);
        mouse(browser, "mousePressed", 30, 90, 1);
        for (int move = 0; move < MOVES; move++) {
            mouse(browser, "mouseMoved", 30 + move * 4, 90 + move * 2, 1);
        }
        mouse(browser, "mouseReleased", 30 + MOVES * 4, 90 + MOVES * 2, 0);
        return browser.number(
                "(window.recording = false, window.frames.sort((a, b) => a - b)[Math.floor(window.frames.length * 0.95)])");
    }

    private static void mouse(Chromium browser, String type, int x, int y, int buttons) {
        browser.driver()
                .executeCdpCommand(
                        "Input.dispatchMouseEvent",
                        Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", buttons, "clickCount", 1));
    }

    /** Returns the time of the system clock, which the page also uses. */
    private static double fault(FabricPage page, EmbeddedFabric fabric, int run) {
        page.recordFault("spine" + run, "leaf3");
        long cut = System.currentTimeMillis();
        fabric.node("leaf3").port(run + 1).down();
        page.until("window.faultShown");
        return page.faultShown() - cut;
    }

    private static void print(String what, List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%s: %.1f ms (%.1f to %.1f)%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get(0),
                sorted.get(sorted.size() - 1));
    }
}
