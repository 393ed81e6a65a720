package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The page in Chromium, from a telephone to a wall, dark and light: nothing overflows, and all text has contrast. */
@Tag("browser")
@EnabledIf(
        value = "io.verbena.monitor.web.PageBrowser#isInstalled",
        disabledReason = "not installed: chromium, chromium-driver")
class PageLookTest {
    /** Returns texts with a contrast below 4.5:1, the limit of WCAG 2.2 AA, and controls without a name. */
    private static final String FAULTS = """
            const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
            const luminance = (color) => {
              const [red, green, blue] = color.match(/[\\d.]+/g).map((part) => channel(part / 255));
              return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            };
            const ground = (element) => {
              for (let each = element; each; each = each.parentElement) {
                const color = getComputedStyle(each).backgroundColor;
                if (!/, 0\\)$/.test(color)) {
                  return color;
                }
              }
              return 'rgb(255, 255, 255)';
            };
            const faults = [];
            for (const element of document.querySelectorAll('body *')) {
              const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
              if (hasText && element.checkVisibility() && element.tagName !== 'OPTION') {
                const [one, other] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
                const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
                if (contrast < 4.5) {
                  faults.push(`${element.tagName} "${element.textContent.slice(0, 30)}" ${contrast.toFixed(2)}`);
                }
              }
            }
            for (const control of document.querySelectorAll('button, a, input, select, [tabindex="0"]')) {
              const name = control.textContent.trim() || control.ariaLabel || control.labels?.[0]?.textContent.trim()
                || document.getElementById(control.getAttribute('aria-labelledby'))?.textContent;
              if (control.checkVisibility() && !name) {
                faults.push(`${control.outerHTML.slice(0, 80)} has no name`);
              }
            }
            if (document.documentElement.scrollWidth > innerWidth) {
              faults.push(`${document.documentElement.scrollWidth} pixels in ${innerWidth}`);
            }
            return faults.join('\\n');
            """;

    @Test
    void nothingOverflowsAndTextHasContrast(@TempDir Path profile) throws Exception {
        try (PageBrowser page = PageBrowser.start(profile)) {
            page.open("");
            page.awaitText("tiles", "22");
            EmbeddedNode host = page.host();
            for (int i = 0; i < 3; i++) {
                host.port(1).count("symbolErrorCounter", 3).count("portRcvErrors", 4);
                PageBrowser.pause();
            }
            page.bean(EmbeddedFabric.class).nodes().stream()
                    .filter(node -> node.description().equals("leaf0"))
                    .forEach(leaf -> leaf.port(1).down());
            page.awaitText("verdicts", "bit error rate");
            String guid = host.guid().toHex();
            Map<String, String> views = new LinkedHashMap<>();
            views.put("overview", "");
            views.put("alarms", "#alarms");
            views.put(
                    "node",
                    "#node/" + host.port(1).peer().orElseThrow().node().guid().toHex());
            views.put("port", "#port/" + guid + "/1");
            views.put("cable", "#cable/" + guid + "/1?counter=xmit_data");
            for (String scheme : new String[] {"light", "dark"}) {
                page.scheme(scheme);
                for (int width : new int[] {390, 1280, 3840}) {
                    page.size(width, width == 390 ? 844 : width * 5 / 8);
                    for (Map.Entry<String, String> view : views.entrySet()) {
                        page.open(view.getValue());
                        page.awaitText("state", "Read");
                        if (view.getKey().equals("alarms")) {
                            page.awaitText("alarm-changes", "raised");
                        } else {
                            page.awaitText("topology-note", "22 nodes");
                        }
                        if (view.getKey().equals("overview")) {
                            page.type("search", "host");
                            page.awaitElements("#found a", 16);
                        }
                        String name = view.getKey() + "-" + width + "-" + scheme;
                        assertThat(page.script(FAULTS)).as(name).isEqualTo("");
                        PageBrowser.pause();
                        page.screenshot(name);
                    }
                }
            }
        }
    }
}
