package io.verbena.spring.boot.autoconfigure;

import io.verbena.diag.validate.FabricCheck;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.error.NearestNames;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of validating the fabric.
 *
 * @param enabled Whether to run the checks at startup and at each interval; requires rdma.subnet.enabled.
 * @param interval Minimum time between two validations, from 100ms to 30d. Each one starts after a reading of the
 *     subnet.
 * @param skip Checks that do not run, such as credit-loops (default: none).
 * @param expectedSpeed Minimum speed of links: SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR (default: none).
 * @param expectedWidth Minimum width of links: 1X, 2X, 4X, 8X or 12X (default: none).
 * @param counterPause Pause between two readings of the counters, up to 1h, to check what they count meanwhile. With 0,
 *     they are read once.
 * @param serviceLevels Service levels that traffic uses, from 0 to 15, for the search for credit loops.
 */
public record ValidationProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("5m") Duration interval,
        @DefaultValue List<String> skip,
        @Nullable String expectedSpeed,
        @Nullable String expectedWidth,
        @DefaultValue("0s") Duration counterPause,
        @DefaultValue("0") Set<Integer> serviceLevels) {
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_INTERVAL = Duration.ofDays(30);
    private static final Duration MAX_PAUSE = Duration.ofHours(1);
    private static final int MAX_SERVICE_LEVEL = 15;

    /** Validates the properties. */
    public ValidationProperties {
        skip = List.copyOf(skip);
        serviceLevels = Set.copyOf(serviceLevels);
        SubnetProperties.require("validation.interval", interval, MIN_INTERVAL, MAX_INTERVAL, "100ms to 30d");
        SubnetProperties.require("validation.counter-pause", counterPause, Duration.ZERO, MAX_PAUSE, "0 to 1h");
        List<String> checks =
                FabricValidation.CHECKS.stream().map(FabricCheck::id).toList();
        for (String check : skip) {
            if (!checks.contains(check)) {
                throw new IllegalArgumentException("rdma.subnet.validation.skip contains '" + check
                        + "', which is not a check" + NearestNames.hint(check, checks) + "; the checks are "
                        + String.join(", ", checks));
            }
        }
        for (int level : serviceLevels) {
            if (level < 0 || level > MAX_SERVICE_LEVEL) {
                throw new IllegalArgumentException("rdma.subnet.validation.service-levels contains " + level
                        + "; use numbers from 0 to " + MAX_SERVICE_LEVEL);
            }
        }
        speed(expectedSpeed);
        width(expectedWidth);
    }

    /** Returns the minimum speed of links; null if there is none. */
    public @Nullable LaneSpeed minSpeed() {
        return speed(expectedSpeed);
    }

    private static @Nullable LaneSpeed speed(@Nullable String text) {
        return named("speed", text, LaneSpeed.values(), Enum::name, "SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR");
    }

    /** Returns the minimum width of links; null if there is none. */
    public @Nullable LinkWidth minWidth() {
        return width(expectedWidth);
    }

    private static @Nullable LinkWidth width(@Nullable String text) {
        return named("width", text, LinkWidth.values(), LinkWidth::text, "1X, 2X, 4X, 8X or 12X");
    }

    private static <E extends Enum<E>> @Nullable E named(
            String what, @Nullable String text, E[] values, Function<E, String> name, String expected) {
        return text == null
                ? null
                : Arrays.stream(values)
                        .filter(value -> !value.name().equals("UNKNOWN")
                                && name.apply(value).equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "rdma.subnet.validation.expected-" + what + " is '" + text + "'; use " + expected));
    }
}
