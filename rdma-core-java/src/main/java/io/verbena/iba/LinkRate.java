package io.verbena.iba;

/** Rates of links and paths in Gb/s, as multiples of the nominal lane speed: 4X EDR is 100 (IBA 15.2.5.16). */
public final class LinkRate {
    private static final int USUAL_LANES = 4;

    private LinkRate() {}

    /** Returns the number of lanes, or 0 if it is unknown. */
    public static int lanes(LinkWidth width) {
        return switch (width) {
            case ONE -> 1;
            case TWO -> 2;
            case FOUR -> 4;
            case EIGHT -> 8;
            case TWELVE -> 12;
            case UNKNOWN -> 0;
        };
    }

    /** Returns the rate of a port in Gb/s. An unknown speed counts as SDR, an unknown width as 4X. */
    public static double gigabits(PortInfo port) {
        LaneSpeed speed = LaneSpeed.active(port);
        int lanes = lanes(port.linkWidthActive());
        return (speed == LaneSpeed.UNKNOWN ? LaneSpeed.SDR : speed).nominal() * (lanes == 0 ? USUAL_LANES : lanes);
    }

    /** Returns the rate of a port, or the next lower rate that has a value. */
    public static Rate of(PortInfo port) {
        double gigabits = gigabits(port);
        Rate best = Rate.RATE_2_5;
        for (Rate rate : Rate.values()) {
            if (gigabits(rate) <= gigabits && gigabits(rate) > gigabits(best)) {
                best = rate;
            }
        }
        return best;
    }

    /** Returns the next lower rate; the lowest one returns itself. */
    public static Rate below(Rate rate) {
        Rate best = Rate.RATE_2_5;
        for (Rate other : Rate.values()) {
            if (gigabits(other) < gigabits(rate) && gigabits(other) > gigabits(best)) {
                best = other;
            }
        }
        return best;
    }

    /** Returns a rate in Gb/s, or 0 if it is unknown. */
    public static double gigabits(Rate rate) {
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
