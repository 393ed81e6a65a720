package io.verbena.shell.view;

import io.verbena.error.PrintableText;
import io.verbena.iba.Gid;
import io.verbena.iba.NodeType;

/** Words that several views share. */
public final class Names {
    private Names() {}

    /** Returns the description of a node without control characters, which could be dangerous on a terminal. */
    public static String printable(String description) {
        return PrintableText.of(description, ' ');
    }

    /** Returns a GID as eight groups of four digits, without the short form of IPv6. */
    public static String groups(Gid gid) {
        return String.format("%016x%016x", gid.prefix(), gid.interfaceId()).replaceAll("(.{4})(?!$)", "$1:");
    }

    /** Returns the abbreviation of a node type in the scripts of infiniband-diags. */
    public static String kind(NodeType type) {
        return switch (type) {
            case SWITCH -> "Switch";
            case ROUTER -> "Rt";
            default -> "Ca";
        };
    }

    /** Returns a number with its noun, such as {@code 1 error} or {@code 2 errors}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
