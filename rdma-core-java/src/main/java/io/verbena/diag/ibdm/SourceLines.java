package io.verbena.diag.ibdm;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Reads a text line by line, with errors that name the line. For one thread. */
final class SourceLines {
    private static final int SHOWN = 120;

    private final String source;
    private String line = "";
    private int number;

    private SourceLines(String source) {
        this.source = source;
    }

    interface Sink<P> {
        void accept(P parser, SourceLines at, String line);
    }

    /** Reads a file in UTF-8 and returns the parser; malformed input becomes U+FFFD. */
    static <P> P read(Path file, P parser, Sink<P> sink) {
        SourceLines at = new SourceLines(file.toString());
        // A stream decoder, other than Files.lines, replaces malformed input.
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            reader.lines().forEach(line -> at.next(line, parser, sink));
            return parser;
        } catch (UncheckedIOException e) {
            throw unreadable(file, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static RdmaException unreadable(Path file, IOException cause) {
        return new RdmaException("cannot read " + file + ": " + FileErrors.reason(cause), cause);
    }

    static <P> P read(String source, List<String> lines, P parser, Sink<P> sink) {
        SourceLines at = new SourceLines(source);
        lines.forEach(line -> at.next(line, parser, sink));
        return parser;
    }

    private <P> void next(String text, P parser, Sink<P> sink) {
        line = text;
        number++;
        sink.accept(parser, this, text);
    }

    /** Returns the error that the current line is not what was expected. */
    RdmaException expected(String what) {
        String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
        return new RdmaException(source + " line " + number + ": expected " + what + ", found '" + shown.strip() + "'");
    }

    /**
     * Parses an unsigned number.
     *
     * @param what the name of the number, for the error
     */
    int number(String text, int radix, int max, String what) {
        int value = -1;
        try {
            value = Integer.parseUnsignedInt(text, radix);
        } catch (NumberFormatException e) {
            // The text has too many digits and is out of range, too.
        }
        if (value < 0 || value > max) {
            throw expected(what + " from 0 to " + max + ", not " + text);
        }
        return value;
    }

    /** Parses a GUID of up to 16 hexadecimal digits, without a prefix. */
    Guid guid(String digits) {
        try {
            return Guid.of(Long.parseUnsignedLong(digits, 16));
        } catch (NumberFormatException e) {
            throw expected("a GUID of up to 16 hexadecimal digits, not " + digits);
        }
    }
}
