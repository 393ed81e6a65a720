package io.verbena.hca;

import io.verbena.iba.WireEnum;

/**
 * The rate that packets of a way do not exceed, for a receiver that is slower than the sender ({@code enum ibv_rate}; IBA
 * 15.2.5.16). Its numbers are those of ibv_rate_to_mbps(3) and ibv_rate_to_mult(3).
 */
public enum StaticRate implements WireEnum {
    /** That of the port. */
    MAX(0, "max", 0, 0),
    /** 1X SDR. */
    RATE_2_5(2, "2.5 Gb/s", 2500, 1),
    /** 1X DDR. */
    RATE_5(5, "5 Gb/s", 5000, 2),
    /** 4X SDR, 1X QDR. */
    RATE_10(3, "10 Gb/s", 10000, 4),
    /** 1X FDR. */
    RATE_14(11, "14 Gb/s", 14062, 0),
    /** 4X DDR, 8X SDR. */
    RATE_20(6, "20 Gb/s", 20000, 8),
    /** 1X EDR. */
    RATE_25(15, "25 Gb/s", 25781, 0),
    /** 2X FDR. */
    RATE_28(19, "28 Gb/s", 28125, 11),
    /** 12X SDR. */
    RATE_30(4, "30 Gb/s", 30000, 12),
    /** 4X QDR, 8X DDR. */
    RATE_40(7, "40 Gb/s", 40000, 16),
    /** 2X EDR, 1X HDR. */
    RATE_50(20, "50 Gb/s", 53125, 20),
    /** 4X FDR. */
    RATE_56(12, "56 Gb/s", 56250, 0),
    /** 12X DDR. */
    RATE_60(8, "60 Gb/s", 60000, 24),
    /** 8X QDR. */
    RATE_80(9, "80 Gb/s", 80000, 32),
    /** 4X EDR, 2X HDR, 1X NDR. */
    RATE_100(16, "100 Gb/s", 103125, 0),
    /** 8X FDR. */
    RATE_112(13, "112 Gb/s", 112500, 0),
    /** 12X QDR. */
    RATE_120(10, "120 Gb/s", 120000, 48),
    /** 12X FDR. */
    RATE_168(14, "168 Gb/s", 168750, 0),
    /** 8X EDR, 4X HDR, 2X NDR. */
    RATE_200(17, "200 Gb/s", 206250, 0),
    /** 12X EDR. */
    RATE_300(18, "300 Gb/s", 309375, 0),
    /** 8X HDR, 4X NDR. */
    RATE_400(21, "400 Gb/s", 425000, 160),
    /** 12X HDR. */
    RATE_600(22, "600 Gb/s", 637500, 240),
    /** 8X NDR, 4X XDR. */
    RATE_800(23, "800 Gb/s", 850000, 320),
    /** 12X NDR. */
    RATE_1200(24, "1200 Gb/s", 1275000, 480);

    private static final StaticRate[] CONSTANTS = values();
    private final int code;
    private final String text;
    private final int megabits;
    private final int multiple;

    StaticRate(int code, String text, int megabits, int multiple) {
        this.code = code;
        this.text = text;
        this.megabits = megabits;
        this.multiple = multiple;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }

    /** In Mb/s, as the lanes signal it: 103125 for 100 Gb/s. 0 for {@link #MAX}, where C has -1. */
    public int megabits() {
        return megabits;
    }

    /** As a multiple of 2.5 Gb/s, 0 where verbs name none and C has -1. */
    public int multiple() {
        return multiple;
    }

    /** The rate with this code, {@link #MAX} where there is none. */
    public static StaticRate of(int code) {
        return Codes.find(CONSTANTS, code, MAX);
    }

    /** The rate of exactly so many Mb/s, {@link #MAX} where there is none (mbps_to_ibv_rate). */
    public static StaticRate ofMegabits(int megabits) {
        for (StaticRate rate : CONSTANTS) {
            if (rate.megabits == megabits) {
                return rate;
            }
        }
        return MAX;
    }

    /** The rate that is this multiple of 2.5 Gb/s, {@link #MAX} where verbs name none (mult_to_ibv_rate). */
    public static StaticRate ofMultiple(int multiple) {
        for (StaticRate rate : CONSTANTS) {
            if (rate.multiple == multiple && multiple != 0) {
                return rate;
            }
        }
        return MAX;
    }
}
