package io.verbena.prose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.languagetool.JLanguageTool;
import org.languagetool.Languages;
import org.languagetool.rules.Rule;
import org.languagetool.rules.RuleMatch;
import org.languagetool.rules.spelling.SpellingCheckRule;

/** Grammar and spelling of American English, as LanguageTool knows them. Not safe for use by several threads. */
final class Grammar {
    private static final Pattern NAME = Pattern.compile("\\S*[a-z][A-Z]\\S*|[A-Z0-9_]+s?|\\S*[0-9_]\\S*");

    private final JLanguageTool tool = new JLanguageTool(Languages.getLanguageForShortCode("en-US"));

    /**
     * Creates a checker.
     *
     * @param words the words of the field that the speller does not know
     * @param disabledRules the identifiers of the rules that do not suit technical documentation
     */
    Grammar(List<String> words, List<String> disabledRules) {
        tool.disableRules(disabledRules);
        for (Rule rule : tool.getAllActiveRules()) {
            if (rule instanceof SpellingCheckRule speller) {
                speller.addIgnoreTokens(words);
            }
        }
    }

    List<ProseFinding> check(Passage passage) {
        List<RuleMatch> matches;
        try {
            matches = tool.check(passage.text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<ProseFinding> findings = new ArrayList<>();
        for (RuleMatch match : matches) {
            int from = Math.min(match.getFromPos(), passage.source().length());
            int to = Math.min(match.getToPos(), passage.source().length());
            String text = passage.source().substring(from, to);
            if (!concernsMarkup(passage.source(), from, to) && !isName(match, text)) {
                int line = passage.firstLine()
                        + (int) passage.source()
                                .substring(0, from)
                                .chars()
                                .filter(c -> c == '\n')
                                .count();
                String sentence = match.getSentence().getText().strip().replaceAll("\\s+", " ");
                findings.add(
                        new ProseFinding(passage.file(), line, match.getRule().getId(), text, sentence, advice(match)));
            }
        }
        return findings;
    }

    /** A match that covers or precedes inline code judges {@link Passage.Builder#CODE}, not a word that an author wrote. */
    private static boolean concernsMarkup(String source, int from, int to) {
        String text = source.substring(from, to);
        String next = source.substring(to).stripLeading();
        return text.isEmpty()
                || text.contains("`")
                || text.contains("{@")
                || text.contains("<")
                || next.startsWith("`")
                || next.startsWith("{@")
                || next.startsWith("[`");
    }

    /** Names of types, constants and programs are not in a dictionary: they have capitals inside, digits or underscores. */
    private static boolean isName(RuleMatch match, String text) {
        return match.getRule() instanceof SpellingCheckRule
                && NAME.matcher(text).matches();
    }

    private static String advice(RuleMatch match) {
        String message = match.getMessage().replaceAll("</?suggestion>", "'");
        List<String> replacements = match.getSuggestedReplacements();
        return replacements.isEmpty()
                ? message
                : message + " (" + String.join(", ", replacements.subList(0, Math.min(3, replacements.size()))) + ")";
    }
}
