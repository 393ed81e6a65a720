package io.verbena.samples.fabricmonitor.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/** Marks tests that require a browser. They are skipped if there is none. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("browser")
@EnabledIf(
        value = "io.verbena.samples.fabricmonitor.browser.Chromium#isInstalled",
        disabledReason = "not installed: chromium, chromium-driver")
@interface BrowserTest {}
