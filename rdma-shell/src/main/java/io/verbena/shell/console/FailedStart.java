package io.verbena.shell.console;

import java.util.List;
import java.util.Objects;
import org.springframework.beans.BeansException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * Reduces a failed start to one line from the failure analyzers on the class path, without the frame that Spring Boot
 * prints around it.
 */
final class FailedStart {
    private FailedStart() {}

    /** Returns an exception with the explanation of a failure analyzer, or with the message of the failed bean. */
    static RuntimeException explained(RuntimeException failure) {
        return analyzers().stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .<RuntimeException>map(analysis -> new IllegalArgumentException(line(analysis), failure))
                .orElseGet(() -> cause(failure));
    }

    /** Returns the exception of the failed bean instead of the exceptions that Spring wraps around it. */
    private static RuntimeException cause(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RuntimeException thrown && !(cause instanceof BeansException)) {
                return thrown;
            }
        }
        return failure;
    }

    /** Returns the analyzers that do not need an application context, because it is closed already. */
    private static List<FailureAnalyzer> analyzers() {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, (type, name, failure) -> {});
    }

    private static String line(FailureAnalysis analysis) {
        String text = analysis.getDescription() + (analysis.getAction() == null ? "" : ". " + analysis.getAction());
        return text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
