package io.verbena.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the passages of a Java source file: Javadoc, comments, and string literals that read as prose. */
final class JavaPassages {
    private static final Pattern TOKEN = Pattern.compile(
            "(?<javadoc>/\\*\\*(?!/).*?\\*/)"
                    + "|(?<comment>/\\*.*?\\*/|//[^\\n]*(?:\\n[ \\t]*//[^\\n]*)*)"
                    + "|\"\"\".*?(?<!\\\\)\"\"\""
                    + "|(?<string>\"(?:[^\"\\\\\\n]|\\\\.)*\")"
                    + "|'(?:[^'\\\\]|\\\\.[^']*)'",
            Pattern.DOTALL);

    /** The start of a line of a comment. */
    private static final String MARGIN = "(?<margin>\\n[ \\t]*(?:\\*(?!/) ?|// ?)?)";

    private static final Pattern JAVADOC_MARKUP = Pattern.compile(
            MARGIN
                    + "|(?<skip><pre>.*?</pre>|\\{@snippet.*?\\n[ \\t]*\\*[ \\t]*}|@(?:see|since|author|version)\\b[^@]*)"
                    + "|(?<tag>(?<=\\* |\\n)@(?:param\\s+(?:<\\w+>|\\w+)|return|throws\\s+[\\w.]+|exception\\s+[\\w.]+|deprecated))"
                    + "|(?<block></?(?:p|ul|ol|li|dl|dt|dd|h[1-6]|table|caption|thead|tbody|tr|th|td|blockquote)\\b[^>]*>)"
                    + "|\\{@link(?:plain)?\\s+[^\\s}(]+(?:\\([^)]*\\))?\\s+(?<label>[^}]+)}"
                    + "|(?<code>\\{@\\w+(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*})*})*}|<code>.*?</code>)"
                    + "|(?<html></?\\w+[^>]*>|&\\w+;)",
            Pattern.DOTALL);

    private static final Pattern COMMENT_MARKUP = Pattern.compile(MARGIN + "|(?<code>\\b\\w+\\(\\)|`[^`]*`)");

    /** Prose has at least four words, of which most are lower-case letters only. */
    private static final Pattern SENTENCE = Pattern.compile("(?:.*?\\b[a-z]+ ){3}[a-z]+.*", Pattern.DOTALL);

    private final Path file;
    private final String content;
    private final List<Passage> passages = new ArrayList<>();
    private Passage.Builder builder;

    private JavaPassages(Path file, String content) {
        this.file = file;
        this.content = content;
        this.builder = new Passage.Builder(file, content);
    }

    static List<Passage> of(Path file, String content) {
        JavaPassages found = new JavaPassages(file, content);
        Matcher token = TOKEN.matcher(content);
        while (token.find()) {
            if (token.group("javadoc") != null) {
                found.javadoc(token.start() + 3, token.end() - 2);
            } else if (token.group("comment") != null) {
                found.comment(token.start() + 2, token.end());
            } else if (token.group("string") != null
                    && SENTENCE.matcher(token.group()).matches()) {
                found.text(token.start() + 1, token.end() - 1);
                found.end(Passage.Kind.MESSAGE);
            }
        }
        return found.passages;
    }

    private void javadoc(int from, int to) {
        Passage.Kind kind = Passage.Kind.JAVADOC;
        Matcher markup = JAVADOC_MARKUP.matcher(content).region(from, to).useTransparentBounds(true);
        int position = from;
        while (markup.find()) {
            text(position, markup.start());
            position = markup.end();
            if (markup.group("margin") != null) {
                builder.blank();
            } else if (markup.group("label") != null) {
                text(markup.start("label"), markup.end("label"));
            } else if (markup.group("code") != null) {
                builder.markup(markup.start(), markup.end(), Passage.Builder.CODE);
            } else if (markup.group("html") == null) {
                end(kind);
                kind = markup.group("tag") == null ? kind : Passage.Kind.TAG;
            }
        }
        text(position, to);
        end(kind);
    }

    private void comment(int from, int to) {
        Matcher markup = COMMENT_MARKUP.matcher(content).region(from, to);
        int position = from;
        while (markup.find()) {
            text(position, markup.start());
            position = markup.end();
            if (markup.group("margin") != null) {
                builder.blank();
            } else {
                builder.markup(markup.start(), markup.end(), Passage.Builder.CODE);
            }
        }
        text(position, to);
        end(Passage.Kind.COMMENT);
    }

    private void text(int from, int to) {
        if (from < to && !(builder.isEmpty() && content.substring(from, to).isBlank())) {
            builder.text(from, to);
        }
    }

    private void end(Passage.Kind kind) {
        if (!builder.isEmpty()) {
            passages.add(builder.build(kind));
        }
        builder = new Passage.Builder(file, content);
    }
}
