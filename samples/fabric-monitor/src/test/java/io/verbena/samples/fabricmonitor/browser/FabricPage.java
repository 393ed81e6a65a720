package io.verbena.samples.fabricmonitor.browser;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The page, by what can be seen and done there. */
final class FabricPage {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String GRAPH = "document.getElementById('graph')";

    /** What cytoscape leaves at its container. */
    private static final String DRAWN = GRAPH + "._cyreg.cy";

    private final Chromium browser;

    private FabricPage(Chromium browser) {
        this.browser = browser;
    }

    /** Opens it, and waits until the graph is there. */
    static FabricPage open(Chromium browser, int port) {
        browser.driver().get("http://localhost:" + port + "/");
        FabricPage page = new FabricPage(browser);
        page.until(GRAPH + ".dataset.placed === 'true'");
        page.until("document.getElementById('live').dataset.state === 'live'");
        return page;
    }

    /** Waits until this is so in the page. */
    void until(String condition) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Boolean.TRUE.equals(browser.value("!!(" + condition + ")")));
    }

    int nodes() {
        return (int) browser.number(DRAWN + ".nodes().length");
    }

    int links() {
        return (int) browser.number(DRAWN + ".edges().length");
    }

    /** The state in which the link between two nodes is drawn. */
    String stateOf(String from, String to) {
        return browser.text(link(from, to) + ".data('state')");
    }

    /** Has the page note the time of the first frame in which a link is drawn as down. */
    void recordFault(String from, String to) {
        browser.driver().executeScript("window.faultShown = 0; const link = " + link(from, to) + """
                ;
                const look = () => {
                    if (link.data('state') === 'down') {
                        requestAnimationFrame(() => { window.faultShown = performance.timeOrigin + performance.now(); });
                    } else {
                        requestAnimationFrame(look);
                    }
                };
                look();
                """);
    }

    /** The time that it noted, in milliseconds of the system's clock. */
    double faultShown() {
        return browser.number("window.faultShown");
    }

    /** The colour and the dashes in which it is drawn. */
    String lookOf(String from, String to) {
        return browser.text(link(from, to) + ".style('line-color') + ' ' + " + link(from, to) + ".style('line-style')");
    }

    private static String link(String from, String to) {
        return "%s.edges().filter(e => [e.source(), e.target()].map(n => n.data('label')).sort().join() === '%s')"
                .formatted(DRAWN, from.compareTo(to) < 0 ? from + "," + to : to + "," + from);
    }

    /** How much of the height that it has the graph takes, from 0 to 1. */
    double heightTaken() {
        return browser.number(DRAWN + ".elements().renderedBoundingBox().h / " + GRAPH + ".clientHeight");
    }

    /** The same of the width. */
    double widthTaken() {
        return browser.number(DRAWN + ".elements().renderedBoundingBox().w / " + GRAPH + ".clientWidth");
    }

    /** Clicks where the node is drawn. */
    void click(String node) {
        clickAt(DRAWN + ".nodes().filter(n => n.data('label') === '" + node + "').renderedPosition()");
    }

    /** Clicks at the middle of a link. */
    void clickLink(String from, String to) {
        clickAt(
                "(() => { const m = %s.midpoint(), c = %s; return {x: m.x * c.zoom() + c.pan().x, y: m.y * c.zoom() + c.pan().y}; })()"
                        .formatted(link(from, to), DRAWN));
    }

    private void clickAt(String position) {
        WebElement graph = browser.driver().findElement(By.id("graph"));
        double x = browser.number(position + ".x") - browser.number(GRAPH + ".clientWidth") / 2;
        double y = browser.number(position + ".y") - browser.number(GRAPH + ".clientHeight") / 2;
        new Actions(browser.driver())
                .moveToElement(graph, (int) Math.round(x), (int) Math.round(y))
                .click()
                .perform();
    }

    /** Presses keys, wherever the focus is. */
    void press(CharSequence... keys) {
        new Actions(browser.driver()).sendKeys(keys).perform();
    }

    /** Gives the graph the keyboard. */
    void focusGraph() {
        browser.driver().executeScript(GRAPH + ".focus()");
    }

    /** Looks for a node, and takes the first that is found. */
    void find(String words) {
        press("/");
        press(words);
        until("document.querySelector('#found li[aria-selected=true]')");
        press(Keys.ENTER);
    }

    String details() {
        return browser.driver().findElement(By.id("details")).getText();
    }

    String title() {
        return browser.text("document.querySelector('#details h2')?.textContent ?? ''");
    }

    /** Waits until the details are of this. */
    void untilTitle(String title) {
        until("document.querySelector('#details h2')?.textContent === '" + title + "'");
    }

    String history() {
        return browser.driver().findElement(By.id("history")).getText();
    }

    String spoken() {
        return browser.text("document.getElementById('spoken').textContent");
    }

    /** Presses a button of the details. */
    void pressFault(String what) {
        until("document.querySelector('[data-fault=" + what + "]')");
        // The details may be written anew between the two.
        await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> {
                    browser.driver()
                            .findElement(By.cssSelector("[data-fault=" + what + "]"))
                            .click();
                    return true;
                });
    }

    int faultButtons() {
        return (int) browser.number("document.querySelectorAll('[data-fault]').length");
    }

    /** Whether something is wider than the screen. */
    boolean scrollsSideways() {
        return browser.number("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
                > browser.number("innerWidth");
    }
}
