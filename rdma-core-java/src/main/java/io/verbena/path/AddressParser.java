package io.verbena.path;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.Rate;
import io.verbena.iba.WireEnum;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses addresses and recognizes their format. */
final class AddressParser {
    private static final String FORMS = "write a LID (4, 0x4), a port GUID (0002:c903:0000:1491, 0x0002c90300001491),"
            + " a GID (fe80::2:c903:0:1491), a directed route (0,1,4) or a combined one (4+0,1)";
    private static final Pattern SHORT_HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,4}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");

    private AddressParser() {}

    static Path parse(String text) {
        try {
            if (text.startsWith("CombinedPath[") || text.contains("+")) {
                return combined(text);
            }
            if (text.startsWith("DirectedPath[") || (text.contains(",") && !text.startsWith("IbPath["))) {
                return directed(text);
            }
            if (text.startsWith("IbPath[")) {
                return whole(text);
            }
            if (Guid.isGuid(text) && !SHORT_HEX.matcher(text).matches()) {
                return IbPath.to(Guid.parse(text));
            }
            if (text.contains(":")) {
                return scoped(text);
            }
            return lid(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedAddressException(text, String.valueOf(e.getMessage()));
        }
    }

    static DirectedPath directed(String text) {
        return directed(text, text);
    }

    private static DirectedPath directed(String whole, String text) {
        String[] hops = inside("DirectedPath[", text).replaceFirst(",$", "").split(",", -1);
        if (hops.length == 0 || !hops[0].strip().equals("0")) {
            throw new MalformedAddressException(whole, "a directed route begins with 0, as in 0,1,4");
        }
        DirectedPath path = DirectedPath.self();
        for (int i = 1; i < hops.length; i++) {
            String hop = hops[i].strip();
            if (!NUMBER.matcher(hop).matches()) {
                throw new MalformedAddressException(whole, "'" + hop + "' is not the number of a port");
            }
            try {
                path = path.then(Integer.parseInt(hop));
            } catch (IllegalArgumentException e) {
                throw new MalformedAddressException(whole, String.valueOf(e.getMessage()));
            }
        }
        return path;
    }

    /** Returns the text between the brackets of a long form; a short form as it is. */
    private static String inside(String start, String text) {
        boolean isLong = text.startsWith(start) && text.endsWith("]");
        return isLong ? text.substring(start.length(), text.length() - 1) : text;
    }

    private static CombinedPath combined(String text) {
        String parts = inside("CombinedPath[", text);
        int plus = parts.indexOf('+');
        String lid = plus < 0 ? "" : parts.substring(0, plus).strip();
        if (!Lid.isNumber(lid)) {
            throw new MalformedAddressException(text, "a combined route is a LID and a directed route, as in 4+0,1");
        }
        return new CombinedPath(
                Lid.parse(lid), directed(text, parts.substring(plus + 1).strip()));
    }

    private static IbPath lid(String text) {
        if (!Lid.isNumber(text)) {
            throw new MalformedAddressException(text, FORMS);
        }
        Lid lid = Lid.parse(text);
        if (!lid.isUnicast() && !lid.equals(Lid.PERMISSIVE)) {
            throw new MalformedAddressException(
                    text, "no port has this LID; those of ports are from 1 to " + (Lid.FIRST_MULTICAST.bits() - 1));
        }
        return IbPath.to(lid);
    }

    private static IbPath scoped(String text) {
        int percent = text.indexOf('%');
        Gid gid = Gid.parse(percent < 0 ? text : text.substring(0, percent));
        if (gid.equals(Gid.ZERO)) {
            throw new MalformedAddressException(text, "no port has this GID");
        }
        return IbPath.to(gid).withScope(percent < 0 ? "" : text.substring(percent + 1));
    }

    private static IbPath whole(String text) {
        if (!text.endsWith("]")) {
            throw new MalformedAddressException(text, "the closing bracket is missing");
        }
        IbPath path = IbPath.to(Lid.NONE);
        for (String part : inside("IbPath[", text).split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw new MalformedAddressException(text, "'" + part.strip() + "' is not name=value");
            }
            path = with(
                    text,
                    path,
                    part.substring(0, equals).strip(),
                    part.substring(equals + 1).strip());
        }
        if (!path.isResolved() && path.dgid().equals(Gid.ZERO)) {
            throw new MalformedAddressException(text, "a path needs a dlid or a dgid");
        }
        return path;
    }

    private static IbPath with(String text, IbPath path, String name, String value) {
        return switch (name) {
            case "dlid" -> path.withDlid(Lid.parse(value));
            case "dgid" -> path.withDgid(Gid.parse(value));
            case "sl" -> path.withSl(number(value));
            case "pkey" -> path.withPKey(number(value));
            case "bits" -> path.withPathBits(number(value));
            case "hops" -> path.withGlobalRoute(number(value), path.flowLabel(), path.trafficClass());
            case "flow" -> path.withGlobalRoute(path.hopLimit(), number(value), path.trafficClass());
            case "class" -> path.withGlobalRoute(path.hopLimit(), path.flowLabel(), number(value));
            case "life" -> path.withPacketLifeTime(number(value));
            case "mtu" -> path.withMtu(constant(Mtu.values(), value, value));
            case "rate" -> path.withRate(constant(Rate.values(), value + IbPath.RATE_UNIT, value));
            case "scope" -> path.withScope(value);
            default ->
                throw new MalformedAddressException(
                        text,
                        "'" + name
                                + "' is none of dlid, dgid, sl, pkey, bits, hops, flow, class, life, mtu, rate, scope");
        };
    }

    private static <E extends WireEnum> E constant(E[] constants, String text, String written) {
        return Arrays.stream(constants)
                .filter(constant -> constant.code() != -1 && constant.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + written + "' is not one of "
                        + Arrays.stream(constants)
                                .filter(constant -> constant.code() != -1)
                                .map(constant -> constant.text().replace(IbPath.RATE_UNIT, ""))
                                .collect(Collectors.joining(", "))));
    }

    private static int number(String text) {
        try {
            return Integer.decode(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number", e);
        }
    }
}
