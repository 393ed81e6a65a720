package io.verbena.shell.cli;

import io.verbena.shell.view.Csv;
import io.verbena.shell.view.Json;
import io.verbena.shell.view.YamlText;
import java.util.List;

/** How a result is printed. */
public enum Format {
    /** As the C program does, for people. */
    text,
    /** One JSON document. */
    json,
    /** A head of names, and a line for each row. */
    csv,
    /** One YAML document, of the same names as JSON. */
    yaml;

    /** The lines of a result; what keys are is told if {@code keys}. */
    List<String> lines(Result result, boolean keys) {
        return switch (this) {
            case text -> result.text().get();
            case json -> List.of(Json.text(result.report().get(), keys));
            case csv -> Csv.of(Json.tree(result.report().get(), keys));
            case yaml -> YamlText.of(Json.tree(result.report().get(), keys));
        };
    }
}
