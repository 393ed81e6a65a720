package io.verbena.path;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A path by LID or GID, as the subnet administration describes one (IBA 15.2.5.16). Immutable.
 *
 * @param dlid where it leads; {@link Lid#NONE} as long as only the GID is known
 * @param dgid the GID of the destination; {@link Gid#ZERO} where it is not known
 * @param sl the service level, 0 to 15
 * @param pKey the partition key, 0xffff for the default partition
 * @param scope the end port it is meant for, {@code mlx5_0/1}; empty for any
 */
public record IbPath(Lid dlid, Gid dgid, int sl, int pKey, String scope) implements Path {
    /** The default partition, as a full member. */
    public static final int DEFAULT_PKEY = 0xffff;

    private static final Pattern SCOPE = Pattern.compile("|[\\w.-]+(?:/[0-9]+)?");

    /** Refuses what the fields on the wire cannot hold, and a scope that could not be read back. */
    public IbPath {
        if (sl < 0 || sl > 15) {
            throw new IllegalArgumentException("sl=" + sl + " is not a service level; they are from 0 to 15");
        }
        if (pKey < 0 || pKey > 0xffff) {
            throw new IllegalArgumentException("pkey=" + pKey + " is not a partition key; they have 16 bits");
        }
        if (!SCOPE.matcher(scope).matches()) {
            throw new IllegalArgumentException("scope='" + scope + "' is not the name of an end port; write mlx5_0/1");
        }
    }

    /** The path to a LID, on service level 0 in the default partition. */
    public static IbPath to(Lid dlid) {
        return new IbPath(dlid, Gid.ZERO, 0, DEFAULT_PKEY, "");
    }

    /** The path to a GID; the LID is still to be resolved. */
    public static IbPath to(Gid dgid) {
        return new IbPath(Lid.NONE, dgid, 0, DEFAULT_PKEY, "");
    }

    /** The path to the port with this GUID in the subnet of whoever uses it. */
    public static IbPath to(Guid portGuid) {
        return to(Gid.linkLocal(portGuid));
    }

    /** Whether the LID is known, so that a packet can be sent. */
    public boolean isResolved() {
        return !dlid.equals(Lid.NONE);
    }

    /** The same path to this LID. */
    public IbPath withDlid(Lid lid) {
        return new IbPath(lid, dgid, sl, pKey, scope);
    }

    /** The same path on this service level. */
    public IbPath withSl(int level) {
        return new IbPath(dlid, dgid, level, pKey, scope);
    }

    /** What is not as usual, {@code IbPath[dlid=4, sl=2]}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (isResolved()) {
            parts.add("dlid=" + dlid);
        }
        if (!dgid.equals(Gid.ZERO)) {
            parts.add("dgid=" + dgid);
        }
        if (sl != 0) {
            parts.add("sl=" + sl);
        }
        if (pKey != DEFAULT_PKEY) {
            parts.add(String.format("pkey=0x%04x", pKey));
        }
        if (!scope.isEmpty()) {
            parts.add("scope=" + scope);
        }
        return "IbPath" + parts;
    }
}
