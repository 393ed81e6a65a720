package io.verbena.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/** Finds the passages of a Markdown document: its paragraphs, headings and table cells, but not its code blocks. */
final class MarkdownPassages extends AbstractVisitor {
    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create()))
            .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
            .build();

    private final Path file;
    private final String content;
    private final List<Passage> passages = new ArrayList<>();
    private Passage.Builder builder;

    private MarkdownPassages(Path file, String content) {
        this.file = file;
        this.content = content;
        this.builder = new Passage.Builder(file, content);
    }

    static List<Passage> of(Path file, String content) {
        MarkdownPassages visitor = new MarkdownPassages(file, content);
        PARSER.parse(content).accept(visitor);
        return visitor.passages;
    }

    @Override
    public void visit(Paragraph paragraph) {
        passage(paragraph);
    }

    @Override
    public void visit(Heading heading) {
        passage(heading);
    }

    @Override
    public void visit(CustomNode node) {
        if (node instanceof TableCell) {
            passage(node);
        } else {
            visitChildren(node);
        }
    }

    private void passage(Node block) {
        builder = new Passage.Builder(file, content);
        visitChildren(block);
        if (!builder.isEmpty()) {
            passages.add(builder.build(Passage.Kind.DOCUMENT));
        }
    }

    @Override
    public void visit(Text text) {
        for (SourceSpan span : text.getSourceSpans()) {
            builder.text(span.getInputIndex(), span.getInputIndex() + span.getLength());
        }
    }

    @Override
    public void visit(Code code) {
        markup(code, Passage.Builder.CODE);
    }

    @Override
    public void visit(Image image) {
        markup(image, "");
    }

    // A line break has no source span of its own: the gap before the next piece, markup so far, becomes a blank.
    @Override
    public void visit(SoftLineBreak lineBreak) {
        lineBreak();
    }

    @Override
    public void visit(HardLineBreak lineBreak) {
        lineBreak();
    }

    private void lineBreak() {
        builder.blank();
    }

    private void markup(Node node, String standsFor) {
        List<SourceSpan> spans = node.getSourceSpans();
        if (!spans.isEmpty()) {
            SourceSpan last = spans.get(spans.size() - 1);
            builder.markup(spans.get(0).getInputIndex(), last.getInputIndex() + last.getLength(), standsFor);
        }
    }
}
