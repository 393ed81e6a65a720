package io.verbena.sm.sa;

import io.verbena.iba.Comparison;
import io.verbena.iba.LinkRate;
import io.verbena.iba.Rate;
import io.verbena.iba.Structure;
import org.jspecify.annotations.Nullable;

/**
 * The requirements of a request for paths, in any type of record.
 *
 * @param mtu the comparison of the MTU
 * @param rate the comparison of the rate
 * @param lifeTime the comparison of the packet lifetime
 * @param pKey the partition key; 0 for any
 * @param serviceLevel the service level; -1 for any
 * @param bothWays whether the reverse path is required
 * @param most the maximum number of paths between two ports
 */
record PathLimits(Limit mtu, Limit rate, Limit lifeTime, int pKey, int serviceLevel, boolean bothWays, int most) {
    private static final int MOST = 127;

    /** A comparison with a value. Without a selector, the comparison is EXACTLY; without both, there is none. */
    record Limit(@Nullable Comparison comparison, int value) {
        static final Limit NONE = new Limit(null, 0);

        static Limit of(boolean hasValue, boolean hasSelector, Comparison selector, int value) {
            if (!hasValue && !(hasSelector && selector == Comparison.LARGEST)) {
                return NONE;
            }
            return new Limit(hasSelector ? selector : Comparison.EXACTLY, value);
        }
    }

    static PathLimits of(Structure path, SaRequest request) {
        Demands demands = new Demands(path, request);
        return new PathLimits(
                demands.limit("mtu"),
                demands.limit("rate"),
                demands.limit("packetLifeTime"),
                demands.value("pKey", 0),
                demands.value("sl", -1),
                demands.value("reversible", 0) == 1,
                demands.value("numbPath", MOST));
    }

    private record Demands(Structure path, SaRequest request) {
        boolean has(String field) {
            return request.has(path.layout().componentMask(field));
        }

        int value(String field, int otherwise) {
            return has(field) ? bits(field) : otherwise;
        }

        Limit limit(String field) {
            String selector = field + "Selector";
            return Limit.of(has(field), has(selector), Comparison.of(bits(selector)), bits(field));
        }

        private int bits(String field) {
            return (int) path.layout().field(field).bits(path);
        }
    }

    int chooseMtu(int best) {
        return choose(mtu, best, best > 1 ? best - 1 : -1);
    }

    int chooseLifeTime(int actual) {
        if (lifeTime.comparison == null) {
            return actual;
        }
        boolean allowed = switch (lifeTime.comparison) {
            case GREATER_THAN -> actual > lifeTime.value;
            case LESS_THAN -> actual < lifeTime.value;
            case EXACTLY -> actual <= lifeTime.value;
            default -> true;
        };
        return !allowed ? -1 : lifeTime.comparison == Comparison.EXACTLY ? lifeTime.value : actual;
    }

    /**
     * Returns the lowest permitted service level of a path; -1 if there is none.
     *
     * @param carried the service levels that the path supports, one bit per level
     */
    int chooseServiceLevel(int carried) {
        int allowed = serviceLevel < 0 ? carried : carried & 1 << serviceLevel;
        return allowed == 0 ? -1 : Integer.numberOfTrailingZeros(allowed);
    }

    private static int choose(Limit limit, int best, int belowBest) {
        if (limit.comparison == null) {
            return best;
        }
        return switch (limit.comparison) {
            case GREATER_THAN -> best > limit.value ? best : -1;
            case LESS_THAN -> best < limit.value ? best : Math.min(belowBest, limit.value - 1);
            case EXACTLY -> best >= limit.value ? limit.value : -1;
            default -> best;
        };
    }

    Rate chooseRate(Rate best) {
        Rate value = Rate.of(rate.value);
        int compared = Double.compare(LinkRate.gigabits(best), LinkRate.gigabits(value));
        if (rate.comparison == null) {
            return best;
        }
        return switch (rate.comparison) {
            case GREATER_THAN -> compared > 0 ? best : Rate.UNKNOWN;
            case LESS_THAN -> compared < 0 ? best : value == Rate.RATE_2_5 ? Rate.UNKNOWN : LinkRate.below(value);
            case EXACTLY -> compared >= 0 ? value : Rate.UNKNOWN;
            default -> best;
        };
    }
}
