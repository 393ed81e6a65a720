package io.verbena.prose;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.languagetool.markup.AnnotatedText;
import org.languagetool.markup.AnnotatedTextBuilder;

/**
 * A passage is prose that is read in one go: a paragraph, a list item, a table cell, the description of a parameter. It
 * knows which characters of its source are text and which are markup, so that a finding is reported at its place in the
 * file.
 *
 * @param file the file, relative to the root of the project
 * @param firstLine the line on which the source of the passage starts, from 1
 * @param source the source, markup included
 * @param text the text and what stands for the markup
 */
record Passage(Path file, Kind kind, int firstLine, String source, AnnotatedText text) {

    /** The place of a passage decides which rules apply to it. */
    enum Kind {
        /** A paragraph, heading, list item or table cell of a Markdown document. */
        DOCUMENT,
        /** The main description of a Javadoc comment. */
        JAVADOC,
        /** The description of a block tag, such as {@code @param}. */
        TAG,
        /** A comment that is not Javadoc. */
        COMMENT,
        /** A string literal of main code that reads as prose, such as the message of an exception. */
        MESSAGE,
        /** The description of a configuration property or of a Maven module. */
        DESCRIPTION
    }

    private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s|$)");

    /** Returns the text without markup, in which inline code is replaced by {@link Builder#CODE}. */
    String plain() {
        return text.getPlainText();
    }

    /** Returns the line of the file, from 1, on which a character of {@link #plain} stands. */
    int line(int position) {
        int original = text.getOriginalTextPositionFor(position, false);
        int end = Math.min(original, source.length());
        return firstLine
                + (int) source.substring(0, end).chars().filter(c -> c == '\n').count();
    }

    /** Returns the sentence around a range of {@link #plain}, on one line. */
    String sentence(int from, int to) {
        String plain = plain();
        int start = from;
        while (start > 0 && !SENTENCE_END.matcher(plain.substring(start - 1)).lookingAt()) {
            start--;
        }
        Matcher after = SENTENCE_END.matcher(plain);
        int end = after.find(Math.max(from, to - 1)) ? after.end() : plain.length();
        return plain.substring(start, end).strip().replaceAll("\\s+", " ");
    }

    /** Builds a passage from consecutive pieces of a file; what lies between two pieces is markup. */
    static final class Builder {
        /** The noun that stands for inline code, so that a sentence remains a sentence. */
        static final String CODE = "Verbena";

        private final Path file;
        private final String content;
        private final AnnotatedTextBuilder annotated = new AnnotatedTextBuilder();
        private int start = -1;
        private int end;
        private boolean isEmpty = true;
        private boolean separated;

        Builder(Path file, String content) {
            this.file = file;
            this.content = content;
        }

        void text(int from, int to) {
            skipTo(from);
            isEmpty &= content.substring(from, to).isBlank();
            annotated.addText(content.substring(from, to));
            end = to;
        }

        void markup(int from, int to, String standsFor) {
            skipTo(from);
            annotated.addMarkup(content.substring(from, to), standsFor);
            end = to;
        }

        /** Separates the pieces before and after a gap that is markup, such as the start of a line. */
        void blank() {
            separated = true;
        }

        private void skipTo(int from) {
            if (start < 0) {
                start = from;
            } else if (end < from) {
                annotated.addMarkup(content.substring(end, from), separated ? " " : "");
            }
            separated = false;
        }

        /** Returns whether the passage has no text of its own. */
        boolean isEmpty() {
            return isEmpty;
        }

        Passage build(Kind kind) {
            int line = 1
                    + (int) content.substring(0, start)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            return new Passage(file, kind, line, content.substring(start, end), annotated.build());
        }
    }
}
