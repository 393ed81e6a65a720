package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The page in Chromium. */
@Tag("browser")
@EnabledIf(
        value = "io.verbena.monitor.web.PageBrowser#isInstalled",
        disabledReason = "not installed: chromium, chromium-driver")
class MonitorPageTest {
    private static final String[] USERS = {
        "monitor.security.users[0].name=vera",
        "monitor.security.users[0].password={noop}see",
        "monitor.security.users[1].name=otto",
        "monitor.security.users[1].password={noop}do",
        "monitor.security.users[1].role=operator"
    };

    /** Counts errors until a rule reports them. */
    private static void fail(PageBrowser page, EmbeddedNode host) {
        page.awaitText("tiles", "22");
        for (int i = 0; i < 4; i++) {
            host.port(1).count("symbolErrorCounter", 3).count("portRcvErrors", 4);
            PageBrowser.pause();
        }
        page.awaitText("verdicts", "bit error rate");
    }

    @Test
    void showsVerdictsFirstAndReplaysAndCompares(@TempDir Path profile) throws IOException {
        try (PageBrowser page = PageBrowser.start(profile)) {
            page.open("");
            page.awaitText("verdicts", "No rule has anything to report.");
            EmbeddedNode host = page.host();
            fail(page, host);
            page.awaitText("events", host.description());
            page.open("");
            page.awaitText("top", host.description());
            page.screenshot("monitor-overview");

            String name = host.description();
            String before = page.now();
            PageBrowser.nextSecond();
            host.port(1).count("symbolErrorCounter", 5);
            PageBrowser.nextSecond();
            host.port(1).down();
            page.awaitText("tiles", "21");
            PageBrowser.nextSecond();
            page.set("before", before);
            String after = page.now();
            page.set("after", after);
            page.click("#compare button");
            page.awaitText("differences", name);
            assertThat(page.text("differences"))
                    .containsIgnoringCase("node lost")
                    .contains("symbol errors");
            page.awaitText("topology-note", "21 nodes");
            assertThat(page.script("return document.getElementById('at').value"))
                    .as("the later time is selected")
                    .isEqualTo(after);
            page.screenshot("monitor-comparison");

            page.set("at", before);
            page.awaitText("topology-note", "22 nodes");
            assertThat(page.route()).as("the selected time").contains("at=" + before + "Z");
            page.click("#now");
            page.awaitText("topology-note", "21 nodes");
            assertThat(page.route()).doesNotContain("at=");
            assertThat(
                            page.script(
                                    "const map = document.getElementById('map');"
                                            + "return map.getContext('2d').getImageData(0, 0, map.width, map.height).data.some((each) => each !== 0);"))
                    .as("something is on the map")
                    .isEqualTo("true");
            assertThat(page.text("topology-note")).contains("ports with errors");
            page.click("#play");
            page.awaitText("play", "Stop");
            page.awaitText("topology-note", "22 nodes");
            page.click("#now");
            page.awaitText("topology-note", "21 nodes");
            page.assertQuiet();
        }
    }

    @Test
    void findsNodesAndShowsNodesPortsAndCablesAtAnyTime(@TempDir Path profile) throws IOException {
        try (PageBrowser page = PageBrowser.start(profile)) {
            page.open("");
            EmbeddedNode host = page.host();
            String guid = host.guid().toHex();
            fail(page, host);

            page.type("search", host.description());
            page.awaitElements("#found a", 1);
            page.driver().switchTo().activeElement().sendKeys(Keys.ARROW_DOWN);
            page.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
            page.awaitRoute("#node/" + guid);
            page.awaitText("object-title", host.description());
            assertThat(page.focus()).isEqualTo("object-title");
            page.awaitText("object-body", "leaf3 port 6");
            page.awaitElements("#object-body canvas", 1);
            page.awaitText("object-related", "raised");
            page.awaitText("object-related", "SymbolErrorCounter");
            page.screenshot("monitor-node");

            String systemPart = guid.substring(guid.length() - 8);
            page.type("search", systemPart);
            page.awaitText("found", host.description());
            page.open("");
            page.awaitText("topology-note", "22 nodes");
            String lid = String.valueOf(host.port(1).lid());
            page.type("search", lid, Keys.ENTER);
            page.awaitRoute("#node/" + guid);

            page.click(By.linkText("Cable"));
            page.awaitRoute("#cable/" + guid + "/1");
            page.awaitElements("#object-body canvas", 2);
            page.awaitText("object-title", host.description() + " port 1 – leaf3 port 6");
            page.awaitText("object-body", "worse than 1e-14");
            page.screenshot("monitor-cable");
            page.click(By.linkText("leaf3 port 6"));
            page.awaitRoute("#port/");
            page.awaitText("object-title", "leaf3 port 6");
            page.awaitElements("#object-body canvas", 1);
            page.screenshot("monitor-port");
            page.driver().navigate().back();
            page.awaitRoute("#cable/" + guid + "/1");
            page.awaitElements("#object-body canvas", 2);

            PageBrowser.nextSecond();
            String before = page.now();
            PageBrowser.nextSecond();
            host.port(1).down();
            page.awaitText("object-note", "Not in the topology of the last sweep");
            page.open("#node/" + guid + "?at=" + before + "Z&hours=6");
            page.awaitText("object-title", host.description());
            page.awaitText("object-body", "leaf3 port 6");
            page.awaitText("topology-note", "22 nodes");
            assertThat(page.driver().findElement(By.id("range")).getDomProperty("value"))
                    .isEqualTo("6");
            page.click("#now");
            page.awaitText("object-note", "Not in the topology of the last sweep");
            page.driver().navigate().refresh();
            page.awaitText("object-note", "Not in the topology of the last sweep");
            page.assertQuiet();
        }
    }

    @Test
    void operatorsChangeAlarmsAndMaintenanceWindows(@TempDir Path profile) throws IOException {
        try (PageBrowser page = PageBrowser.start(profile)) {
            page.open("");
            EmbeddedNode host = page.host();
            fail(page, host);
            page.click("#verdicts [aria-expanded]");
            page.awaitText("verdicts", "raised");
            page.driver()
                    .findElement(By.cssSelector("#verdicts .changes input"))
                    .sendKeys("cable ordered");
            page.click(By.xpath("//button[text()='Acknowledge']"));
            page.awaitText("verdicts", "acknowledged by local: cable ordered");
            page.awaitElements("#verdicts .changes tr:nth-child(2)", 1);
            assertThat(page.script("return document.activeElement.textContent"))
                    .as("the focus, because its button is gone")
                    .isEqualTo("Changes");

            page.click(By.linkText("Alarms"));
            page.awaitRoute("#alarms");
            page.awaitText("alarm-changes", "cable ordered");
            page.awaitText("maintenance", "There is no maintenance window.");
            page.type("window-pattern", host.description());
            page.set("window-until", "2099-01-01T00:00:00");
            page.type("window-reason", "new cable");
            page.click("#maintenance-form button");
            page.awaitText("maintenance", "new cable");
            host.port(1).count("symbolErrorCounter", 3);
            page.awaitText("verdicts", "in maintenance");
            page.screenshot("monitor-alarms");
            page.click("#maintenance button");
            page.awaitText("maintenance", "There is no maintenance window.");

            page.click(By.xpath("//button[text()='Clear']"));
            page.awaitText("alarm-changes", "cleared");
            page.assertQuiet();
        }
    }

    @Test
    void viewersSeeNothingThatIsRefused(@TempDir Path profile) {
        try (PageBrowser page = PageBrowser.start(profile, USERS)) {
            logIn(page, "otto", "do");
            page.awaitText("access", "otto (operator)");
            fail(page, page.host());
            assertThat(page.text("verdicts")).contains("Acknowledge", "Clear", "Changes");
            page.click(By.linkText("Alarms"));
            page.awaitElements("#maintenance-form", 1);
            page.click("#logout");
            page.awaitElements("input[name=username]", 1);

            logIn(page, "vera", "see");
            page.awaitText("access", "vera (viewer)");
            page.awaitText("verdicts", "bit error rate");
            assertThat(page.text("verdicts")).contains("Changes").doesNotContain("Acknowledge", "Clear");
            page.click("#verdicts [aria-expanded]");
            page.awaitText("verdicts", "raised");
            page.click(By.linkText("Alarms"));
            page.awaitText("maintenance", "There is no maintenance window.");
            page.awaitElements("#maintenance-form", 0);
        }
    }

    private static void logIn(PageBrowser page, String user, String password) {
        page.open("");
        page.awaitElements("input[name=username]", 1);
        page.driver().findElement(By.name("username")).sendKeys(user);
        page.driver().findElement(By.name("password")).sendKeys(password, Keys.ENTER);
        page.awaitElements("#verdicts", 1);
    }

    @Test
    void theLeavesOfARackAreNeighbors(@TempDir Path profile) {
        try (PageBrowser page = PageBrowser.start(profile)) {
            page.open("");
            assertThat(page.driver().executeAsyncScript("""
                            const done = arguments[arguments.length - 1];
                            const port = (number, node, peer) => ({ number, lanes: 4, speed: 'HDR', peer: { node, port: peer } });
                            const nodes = ['rack2', 'rack1', 'rack2'].flatMap((rack, i) => [
                              { guid: `leaf${i}`, type: 'switch', name: `leaf${i}`, ports: [port(1, `host${i}`, 1)] },
                              { guid: `host${i}`, type: 'host', name: `${rack}-host${i}`, ports: [port(1, `leaf${i}`, 1)] }]);
                            import('/js/layout.js').then(({ layout }) => {
                              const { racks, places } = layout(nodes);
                              done(racks.map((rack) => [rack.name, [...places.values()].filter((place) => place.x >= rack.x
                                && place.x <= rack.x + rack.width).map((place) => place.node.guid).sort().join()].join(':')).join(' '));
                            });
                            """))
                    .isEqualTo("rack1:host1,leaf1 rack2:host0,host2,leaf0,leaf2");
        }
    }
}
