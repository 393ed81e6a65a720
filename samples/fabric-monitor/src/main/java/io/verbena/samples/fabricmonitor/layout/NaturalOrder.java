package io.verbena.samples.fabricmonitor.layout;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares names with numbers by value: leaf2 precedes leaf10. */
final class NaturalOrder implements Comparator<String> {
    private static final Pattern PIECE = Pattern.compile("[0-9]+|[^0-9]+");

    @Override
    public int compare(String one, String other) {
        Matcher left = PIECE.matcher(one);
        Matcher right = PIECE.matcher(other);
        while (true) {
            boolean more = left.find();
            if (more != right.find()) {
                return more ? 1 : -1;
            }
            if (!more) {
                return one.compareTo(other);
            }
            int order = pieces(left.group(), right.group());
            if (order != 0) {
                return order;
            }
        }
    }

    private static int pieces(String one, String other) {
        return isNumber(one) && isNumber(other)
                ? new BigInteger(one).compareTo(new BigInteger(other))
                : one.compareTo(other);
    }

    private static boolean isNumber(String piece) {
        return piece.charAt(0) >= '0' && piece.charAt(0) <= '9';
    }
}
