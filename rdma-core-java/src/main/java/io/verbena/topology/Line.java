package io.verbena.topology;

import io.verbena.iba.Lid;
import org.jspecify.annotations.Nullable;

/** A line of a topology and the position of the parser in it. */
final class Line {
    private static final int MAX_DIGITS = 9;

    private final String source;
    private final int number;
    private final String text;
    private int at;

    Line(String source, int number, String text) {
        this.source = source;
        this.number = number;
        this.text = text;
    }

    /** Returns an exception for an unexpected text at the current position. */
    TopologyFormatException expected(String what) {
        return new TopologyFormatException(source, number, text, what);
    }

    boolean atEnd() {
        return at == text.length();
    }

    Line skipBlanks() {
        while (!atEnd() && text.charAt(at) <= ' ') {
            at++;
        }
        return this;
    }

    /** Skips a token. Returns false if the rest does not begin with it. */
    boolean accept(String token) {
        boolean there = text.startsWith(token, at);
        at += there ? token.length() : 0;
        return there;
    }

    void require(String token, String what) {
        if (!accept(token)) {
            throw expected(what);
        }
    }

    String word() {
        int from = at;
        while (!atEnd() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    String quoted(String what) {
        require("\"", what);
        int end = text.indexOf('"', at);
        if (end <= at) {
            throw expected(what);
        }
        String inside = text.substring(at, end);
        at = end + 1;
        return inside;
    }

    /** Reads a decimal number between two limits. */
    int decimal(int least, int most, String what) {
        int from = at;
        while (!atEnd() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at > from && at - from <= MAX_DIGITS) {
            int value = Integer.parseInt(text, from, at, 10);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw expected(what + " from " + least + " to " + most);
    }

    /** Reads a hexadecimal number with at most {@code digits} digits and an optional 0x. */
    long hexadecimal(int digits, String what) {
        boolean prefixed = accept("0x") || accept("0X");
        int from = at;
        while (!atEnd() && Character.digit(text.charAt(at), 16) >= 0 && text.charAt(at) < 0x80) {
            at++;
        }
        if (at == from || at - from > digits) {
            throw expected(what + " of up to " + digits + " hexadecimal digits" + (prefixed ? "" : " behind 0x"));
        }
        return Long.parseUnsignedLong(text, from, at, 16);
    }

    /** Returns a LID of a part of this line that matched a pattern; 0 if the part is missing. */
    int lid(@Nullable String digits) {
        int value = digits == null ? 0 : Integer.parseInt(digits);
        if (value > Lid.PERMISSIVE.bits()) {
            throw expected("a LID from 0 to 65535");
        }
        return value;
    }

    String rest() {
        String rest = text.substring(at);
        at = text.length();
        return rest;
    }
}
