package io.verbena.embedded.sa;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Rate;

/** The rates of links (IBA 15.2.5.16, table 207): by name of the speed, not by signalling rate. */
final class Rates {
    private Rates() {}

    /** The rate at which a port runs. */
    static Rate of(PortInfo port) {
        double lane = switch (LaneSpeed.active(port)) {
            case SDR, UNKNOWN -> 2.5;
            case DDR -> 5;
            case QDR, FDR10 -> 10;
            case FDR -> 14;
            case EDR -> 25;
            case HDR -> 50;
            case NDR -> 100;
            case XDR -> 200;
        };
        int lanes = switch (port.linkWidthActive()) {
            case ONE -> 1;
            case TWO -> 2;
            case EIGHT -> 8;
            case TWELVE -> 12;
            case FOUR, UNKNOWN -> 4;
        };
        Rate best = Rate.RATE_2_5;
        for (Rate rate : Rate.values()) {
            if (gigabits(rate) <= lane * lanes && gigabits(rate) > gigabits(best)) {
                best = rate;
            }
        }
        return best;
    }

    /** The rate with the next lower number of bits; the same for the lowest. */
    static Rate below(Rate rate) {
        Rate best = Rate.RATE_2_5;
        for (Rate other : Rate.values()) {
            if (gigabits(other) < gigabits(rate) && gigabits(other) > gigabits(best)) {
                best = other;
            }
        }
        return best;
    }

    static double gigabits(Rate rate) {
        return switch (rate) {
            case RATE_2_5 -> 2.5;
            case RATE_5 -> 5;
            case RATE_10 -> 10;
            case RATE_14 -> 14;
            case RATE_20 -> 20;
            case RATE_25 -> 25;
            case RATE_28 -> 28;
            case RATE_30 -> 30;
            case RATE_40 -> 40;
            case RATE_50 -> 50;
            case RATE_56 -> 56;
            case RATE_60 -> 60;
            case RATE_80 -> 80;
            case RATE_100 -> 100;
            case RATE_112 -> 112;
            case RATE_120 -> 120;
            case RATE_168 -> 168;
            case RATE_200 -> 200;
            case RATE_300 -> 300;
            case RATE_400 -> 400;
            case RATE_600 -> 600;
            case RATE_800 -> 800;
            case RATE_1200 -> 1200;
            case UNKNOWN -> 0;
        };
    }
}
