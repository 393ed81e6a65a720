package io.verbena.shell.console;

import java.util.List;
import java.util.Objects;
import org.springframework.beans.BeansException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * Why the console did not start, in one line: what the failure analyzers on the class path say, without the frame that
 * Spring Boot logs around it.
 */
final class FailedStart {
    private FailedStart() {}

    /** What is to be thrown instead: an error of the user's that says what is wrong, if anybody can tell. */
    static RuntimeException explained(RuntimeException failure) {
        return analyzers().stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .<RuntimeException>map(analysis -> new IllegalArgumentException(line(analysis), failure))
                .orElseGet(() -> cause(failure));
    }

    /** What the failing bean said, and not what Spring says around it. */
    private static RuntimeException cause(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RuntimeException thrown && !(cause instanceof BeansException)) {
                return thrown;
            }
        }
        return failure;
    }

    /** Those that need nothing of the context, which is no more. */
    private static List<FailureAnalyzer> analyzers() {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, (type, name, failure) -> {});
    }

    private static String line(FailureAnalysis analysis) {
        String text = analysis.getDescription() + (analysis.getAction() == null ? "" : ". " + analysis.getAction());
        return text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
