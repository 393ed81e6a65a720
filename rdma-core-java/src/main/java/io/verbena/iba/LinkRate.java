package io.verbena.iba;

import java.util.function.DoublePredicate;

/** Rates of links and paths in Gb/s, as multiples of the nominal lane speed: 4X EDR is 100 (IBA 15.2.5.16). */
public final class LinkRate {
    private static final int USUAL_LANES = 4;
    /** The rates in Gb/s, by their codes. */
    private static final double[] GIGABITS = gigabits();

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
        return highest(rate -> rate <= gigabits);
    }

    /** Returns the next lower rate; the lowest one returns itself. */
    public static Rate below(Rate rate) {
        double gigabits = gigabits(rate);
        return highest(other -> other < gigabits);
    }

    /** Returns the highest rate that meets a condition, or else the lowest rate. */
    private static Rate highest(DoublePredicate condition) {
        Rate best = Rate.RATE_2_5;
        for (Rate rate : Rate.values()) {
            if (condition.test(gigabits(rate)) && gigabits(rate) > gigabits(best)) {
                best = rate;
            }
        }
        return best;
    }

    private static double[] gigabits() {
        double[] gigabits = new double[Rate.values().length + 1];
        for (Rate rate : Rate.values()) {
            if (rate != Rate.UNKNOWN) {
                gigabits[rate.code()] = Double.parseDouble(rate.text().replace(" Gbps", ""));
            }
        }
        return gigabits;
    }

    /** Returns a rate in Gb/s, or 0 if it is unknown. */
    public static double gigabits(Rate rate) {
        return rate == Rate.UNKNOWN ? 0 : GIGABITS[rate.code()];
    }
}
