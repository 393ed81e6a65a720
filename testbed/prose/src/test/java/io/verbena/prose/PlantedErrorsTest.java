package io.verbena.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error of each kind, in each kind of file, is found at its line. */
class PlantedErrorsTest {
    @TempDir
    private Path root;

    @Test
    void aGrammaticalErrorInADocumentIsFound() throws IOException {
        assertThat(findings("README.md", "# Title\n\nThis are a sentence\nwith `code` in it.\n"))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.line()).isEqualTo(3));
    }

    @Test
    void aMisspelledWordInATableIsFoundOnItsLine() throws IOException {
        assertThat(findings("a.md", "| option | meaning |\n|---|---|\n| `-x` | the recieved port |\n"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.line()).isEqualTo(3))
                .satisfies(finding -> assertThat(finding.text()).isEqualTo("recieved"));
    }

    @Test
    void aBannedConstructionInJavadocIsFound() throws IOException {
        assertThat(findings("A.java", "/** Reads.\n *\n * <p>The same, without waiting. */\nclass A {}\n"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo("TERM"))
                .satisfies(finding -> assertThat(finding.line()).isEqualTo(3));
    }

    @Test
    void aMisspelledParameterDescriptionIsFound() throws IOException {
        assertThat(
                        findings(
                                "A.java",
                                "interface A {\n    /**\n     * Waits.\n     *\n     * @param timeout the timout\n     */\n    void await(int timeout);\n}\n"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text()).isEqualTo("timout"))
                .satisfies(finding -> assertThat(finding.line()).isEqualTo(5));
    }

    @Test
    void aBannedWordInACommentIsFound() throws IOException {
        assertThat(findings("A.java", "class A {\n    // The patience of the caller\n    // is over.\n    int a;\n}\n"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text()).isEqualTo("patience"));
    }

    @Test
    void aBannedWordInAMessageIsFound() throws IOException {
        assertThat(findings("A.java", "class A {\n    String a = \"the other side did not answer in time\";\n}\n"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.line()).isEqualTo(2));
    }

    @Test
    void anErrorInADescriptionIsFound() throws IOException {
        assertThat(findings("pom.xml", "<project>\n<description>Widgets, that is is all</description>\n</project>"))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.line()).isEqualTo(2));
        assertThat(findings(
                        "additional-spring-configuration-metadata.json", "{\"description\": \"Wether to enable it.\"}"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text()).isEqualTo("Wether"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The same, but for all ports.",
                "Closes it. The same holds here, without waiting.",
                "As {@link #send}, but does not block.",
                "Likewise, for writes.",
                "Lets it get that no longer.",
                "What waits for a port.",
                "Returns the port, who opened it.",
                "Who asks gets a response.",
                "Calls whoever waits.",
                "Reports what somebody asked.",
                "The limit is 256 unless set.",
                "Waits 30s unless given.",
                "Accepts only so many requests.",
                "Gives up after so long.",
                "The listener is told of the event.",
                "Tells its caller that it ended.",
                "Requests that are under way.",
                "Starts the node anew.",
                "No port can be had.",
                "The command has one argument too many."
            })
    void aConstructionThatTheProjectDoesNotUseIsFound(String sentence) throws IOException {
        assertThat(findings("A.java", "/** " + sentence + " */\nclass A {}\n"))
                .as(sentence)
                .anySatisfy(finding -> assertThat(finding.rule()).isEqualTo("TERM"));
    }

    @Test
    void ordinaryEnglishIsNotMistakenForABannedConstruction() throws IOException {
        assertThat(findings("A.java", """
                        /**
                         * Returns the same object for the same key. At the same time, it counts the calls.
                         *
                         * <p>The node moves so many packets that its queue fills. An administrator who manages a fabric, as long as
                         * it exists, sees what changed. The tables tell which port is next. At the other end of the link is a
                         * switch, and that has the same address unless the port is reset.
                         */
                        class A {}
                        """)).isEmpty();
    }

    @Test
    void aFindingNamesPlaceRuleWordsSentenceAndAdvice() throws IOException {
        assertThat(findings("a.md", "# Limits\n\nIt is fast. The limit is 256\nunless set. It is low.\n"))
                .singleElement()
                .hasToString("a.md:4: TERM: \"unless set\" in \"The limit is 256 unless set.\": "
                        + "(default: ...), or the condition in a sentence");
    }

    @Test
    void codeIsNotProse() throws IOException {
        assertThat(findings("README.md", "Call `recieve(patience)`.\n\n```java\nrecieve(patience);\n```\n"))
                .isEmpty();
        assertThat(
                        findings(
                                "A.java",
                                "/** Calls {@code recieve()}, see {@link Recieve}. */\nclass A {\n    String path = \"/**\";\n}\n"))
                .isEmpty();
    }

    private List<ProseFinding> findings(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, content);
        return new Prose(root).check(List.of(Path.of(name)));
    }
}
