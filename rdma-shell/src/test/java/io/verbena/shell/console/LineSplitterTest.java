package io.verbena.shell.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.shell.console.LineSplitter.InvalidLineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineSplitterTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            quoteCharacter = '%',
            value = {
                "lid -lP 1              = lid|-lP|1",
                "a \t  b                = a|b",
                "'a b' c                = a b|c",
                "\"a b\"'c d'e\\ f      = a bc de f",
                "'a\\b'                 = a\\b",
                "\"a\\\"b\\\\c\\d\"     = a\"b\\c\\d",
                "\\'a                   = 'a",
                "node # a comment       = node",
                "leaf#2 '#3'            = leaf#2|#3",
                "\u00e9t\u00e9 \u2026   = \u00e9t\u00e9|\u2026",
            })
    void splitsLikeAShell(String line, String words) {
        assertThat(String.join("|", LineSplitter.split(line))).isEqualTo(words);
    }

    @Test
    void keepsQuotedEmptyWords() {
        assertThat(LineSplitter.split("a '' \"\" b")).containsExactly("a", "", "", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \t", "# all comment", "   # indented"})
    void findsNoWordsInBlankLinesAndComments(String line) {
        assertThat(LineSplitter.split(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            quoteCharacter = '%',
            value = {
                "lid 'leaf       = missing closing ' for the quote at column 5",
                "lid \"leaf\\\"  = missing closing \" for the quote at column 5",
                "lid \\          = incomplete escape: the line ends with a backslash",
            })
    void reportsMissingQuotesAndCharacters(String line, String message) {
        assertThatExceptionOfType(InvalidLineException.class)
                .isThrownBy(() -> LineSplitter.split(line))
                .withMessage(message);
    }
}
