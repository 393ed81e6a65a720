package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LinkRateTest {
    private static PortInfo port(LaneSpeed speed, LinkWidth width) {
        PortInfo port = new PortInfo().linkWidthActive(width);
        speed.activate(port);
        return port;
    }

    @ParameterizedTest
    @CsvSource({
        "SDR, FOUR, 10, RATE_10",
        "DDR, ONE, 5, RATE_5",
        "QDR, FOUR, 40, RATE_40",
        "QDR, TWELVE, 120, RATE_120",
        "FDR, FOUR, 56, RATE_56",
        "FDR, TWO, 28, RATE_28",
        "FDR, TWELVE, 168, RATE_168",
        "EDR, FOUR, 100, RATE_100",
        "HDR, TWO, 100, RATE_100",
        "HDR, FOUR, 200, RATE_200",
        "NDR, FOUR, 400, RATE_400",
        "XDR, FOUR, 800, RATE_800",
    })
    void aPortRunsAtTheNominalSpeedOfItsLanesTogether(LaneSpeed speed, LinkWidth width, double gigabits, Rate rate) {
        PortInfo port = port(speed, width);

        assertThat(LinkRate.gigabits(port)).isEqualTo(gigabits);
        assertThat(LinkRate.of(port)).isEqualTo(rate);
    }

    @Test
    void anUnnamedRateBecomesTheNextLowerRate() {
        assertThat(LinkRate.of(port(LaneSpeed.XDR, LinkWidth.EIGHT))).isEqualTo(Rate.RATE_1200);
        assertThat(LinkRate.of(port(LaneSpeed.XDR, LinkWidth.TWELVE))).isEqualTo(Rate.RATE_1200);
    }

    @Test
    void undefinedCodesCountAsSdrAnd4x() {
        assertThat(LinkRate.gigabits(new PortInfo())).isEqualTo(10);
        assertThat(LinkRate.lanes(LinkWidth.UNKNOWN)).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void theTextOfARateIsItsValue(Rate rate) {
        assertThat(rate.text())
                .isEqualTo(String.valueOf(LinkRate.gigabits(rate)).replace(".0", "") + " Gbps");
    }

    @Test
    void belowReturnsTheNextLowerRate() {
        assertThat(LinkRate.below(Rate.RATE_100)).isEqualTo(Rate.RATE_80);
        assertThat(LinkRate.below(Rate.RATE_30)).isEqualTo(Rate.RATE_28);
        assertThat(LinkRate.below(Rate.RATE_2_5)).isEqualTo(Rate.RATE_2_5);
    }

    /** Line codes (IBA volume 2, 5.6 and 5.7): 8b/10b up to QDR, and 64b/66b up to FDR. */
    @ParameterizedTest
    @CsvSource({
        "SDR, 2",
        "DDR, 4",
        "QDR, 8",
        "FDR10, 10",
        "FDR, 13.6364",
        "EDR, 25",
        "HDR, 50",
        "NDR, 100",
        "XDR, 200",
        "UNKNOWN, 0",
    })
    void theDataRateOfALaneExcludesItsLineCode(LaneSpeed speed, double gigabits) {
        assertThat(speed.dataGigabits()).isCloseTo(gigabits, within(0.0001));
    }

    @Test
    void anUnknownRateIsZero() {
        assertThat(LinkRate.gigabits(Rate.UNKNOWN)).isZero();
    }
}
