package io.verbena.shell.console;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line into words as a POSIX shell does, without expansions: {@code '…'} keeps everything, {@code "…"} keeps
 * everything but a backslash before {@code "} or {@code \}, a backslash elsewhere keeps the next character, and a word
 * that begins with {@code #} starts a comment.
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
            throw new InvalidLineException("nothing follows the backslash at the end of the line");
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
        return new InvalidLineException("no closing " + quote + " for the one at column " + (at + 1));
    }
}
