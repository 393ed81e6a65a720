package io.verbena.samples.fabricmonitor.browser;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The page object: what is visible, and what a user can do. */
final class FabricPage {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String GRAPH = "document.getElementById('graph')";

    /** The expression for the graph, which cytoscape stores at its container. */
    private static final String DRAWN = GRAPH + "._cyreg.cy";

    private final Chromium browser;

    private FabricPage(Chromium browser) {
        this.browser = browser;
    }

    /** Opens the page and waits for the graph. */
    static FabricPage open(Chromium browser, int port) {
        browser.driver().get("http://localhost:" + port + "/");
        FabricPage page = new FabricPage(browser);
        page.until(GRAPH + ".dataset.placed === 'true'");
        page.until("document.getElementById('live').dataset.state === 'live'");
        return page;
    }

    /** Waits until a condition is true in the page. */
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

    /** Waits until this many links are drawn. */
    void untilLinks(int number) {
        until(DRAWN + ".edges().length === " + number);
    }

    /** Returns the state in which the link between two nodes is drawn; "null" if it is not drawn. */
    String stateOf(String from, String to) {
        return String.valueOf(browser.value(link(from, to) + ".data('state')"));
    }

    /** Records the time of the first frame that draws a link as down. */
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

    /** Returns the recorded time in milliseconds of the system clock. */
    double faultShown() {
        return browser.number("window.faultShown");
    }

    /** Returns the color and the dashes of a link. */
    String lookOf(String from, String to) {
        return browser.text(link(from, to) + ".style('line-color') + ' ' + " + link(from, to) + ".style('line-style')");
    }

    private static String link(String from, String to) {
        return "%s.edges().filter(e => [e.source(), e.target()].map(n => n.data('label')).sort().join() === '%s')"
                .formatted(DRAWN, from.compareTo(to) < 0 ? from + "," + to : to + "," + from);
    }

    /** Returns the fraction of the available height that the graph occupies. */
    double heightTaken() {
        return browser.number(DRAWN + ".elements().renderedBoundingBox().h / " + GRAPH + ".clientHeight");
    }

    /** Returns the fraction of the available width that the graph occupies. */
    double widthTaken() {
        return browser.number(DRAWN + ".elements().renderedBoundingBox().w / " + GRAPH + ".clientWidth");
    }

    /** Clicks a node. */
    void click(String node) {
        clickAt(DRAWN + ".nodes().filter(n => n.data('label') === '" + node + "').renderedPosition()");
    }

    /** Clicks the middle of a link. */
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

    /** Presses keys without changing the focus. */
    void press(CharSequence... keys) {
        new Actions(browser.driver()).sendKeys(keys).perform();
    }

    /** Moves the keyboard focus to the graph. */
    void focusGraph() {
        browser.driver().executeScript(GRAPH + ".focus()");
    }

    /** Searches for a node and selects the first result. */
    void find(String words) {
        press("/");
        press(words);
        until("document.querySelector('#found li[aria-selected=true]')");
        press(Keys.ENTER);
    }

    String details() {
        return browser.text("document.getElementById('details').innerText");
    }

    String title() {
        return browser.text("document.querySelector('#details h2')?.textContent ?? ''");
    }

    /** Waits until the details have this title. */
    void untilTitle(String title) {
        until("document.querySelector('#details h2')?.textContent === '" + title + "'");
    }

    String history() {
        return browser.text("document.getElementById('history').innerText");
    }

    String spoken() {
        return browser.text("document.getElementById('spoken').textContent");
    }

    /** Presses a button in the details. */
    void pressFault(String what) {
        until("document.querySelector('[data-fault=" + what + "]')");
        clickInDetails(By.cssSelector("[data-fault=" + what + "]"));
    }

    /** Clicks a finding whose text begins like this. */
    void clickFinding(String beginning) {
        clickInDetails(By.xpath("//li[@data-finding]/button[starts-with(., '" + beginning + "')]"));
    }

    private void clickInDetails(By element) {
        // The details may be rendered again between the two statements.
        await().atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> {
                    browser.driver().findElement(element).click();
                    return true;
                });
    }

    int faultButtons() {
        return (int) browser.number("document.querySelectorAll('[data-fault]').length");
    }

    /** Returns whether any element is wider than the screen. */
    boolean scrollsSideways() {
        return browser.number("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
                > browser.number("innerWidth");
    }
}
