package io.verbena.shell.console;

import io.verbena.error.NearestNames;
import io.verbena.shell.console.PicocliCommand.CommandRegistrar;
import java.util.ArrayList;
import java.util.List;
import org.springframework.shell.core.command.CommandRegistry;

/**
 * Splits a line into words like a POSIX shell, without expansions. {@code '…'} preserves all characters, {@code "…"}
 * all but a backslash before {@code "} or {@code \}. A backslash elsewhere preserves the next character. A word that
 * starts with {@code #} starts a comment.
 */
final class LineSplitter {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private LineSplitter(String line) {
        this.line = line;
    }

    static List<String> split(String line) {
        return new LineSplitter(line).split();
    }

    private List<String> split() {
        for (; at < line.length(); at++) {
            char c = line.charAt(at);
            if (Character.isWhitespace(c)) {
                endWord();
            } else if (c == '#' && !inWord) {
                break;
            } else {
                inWord = true;
                take(c);
            }
        }
        endWord();
        return List.copyOf(words);
    }

    private void take(char c) {
        switch (c) {
            case '\'' -> single();
            case '"' -> doubled();
            case '\\' -> word.append(escaped());
            default -> word.append(c);
        }
    }

    private void single() {
        int end = line.indexOf('\'', at + 1);
        if (end < 0) {
            throw unclosed('\'');
        }
        word.append(line, at + 1, end);
        at = end;
    }

    private void doubled() {
        int start = at;
        for (at++; at < line.length() && line.charAt(at) != '"'; at++) {
            char c = line.charAt(at);
            boolean escapes = c == '\\' && at + 1 < line.length() && "\"\\".indexOf(line.charAt(at + 1)) >= 0;
            word.append(escapes ? line.charAt(++at) : c);
        }
        if (at == line.length()) {
            at = start;
            throw unclosed('"');
        }
    }

    private char escaped() {
        if (++at == line.length()) {
            throw new InvalidLineException("incomplete escape: the line ends with a backslash");
        }
        return line.charAt(at);
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }

    private InvalidLineException unclosed(char quote) {
        return new InvalidLineException("missing closing " + quote + " for the quote at column " + (at + 1));
    }

    /** Thrown for a line that does not name a command or cannot be split into words. */
    static final class InvalidLineException extends IllegalArgumentException {
        InvalidLineException(String message) {
            super(message);
        }

        static InvalidLineException unknownCommand(String name, CommandRegistry registry) {
            List<String> nearest = NearestNames.to(name, CommandRegistrar.names(registry));
            String hint = nearest.isEmpty()
                    ? "'help' lists the commands"
                    : "did you mean " + String.join(", ", nearest) + "?";
            return new InvalidLineException("unknown command \"" + name + "\"; " + hint);
        }
    }
}
