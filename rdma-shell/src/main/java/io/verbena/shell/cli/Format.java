package io.verbena.shell.cli;

import io.verbena.shell.view.Csv;
import io.verbena.shell.view.Json;
import java.util.List;

/** The output formats. */
public enum Format {
    /** Text in the layout of the C program. */
    text,
    /** One JSON document. */
    json,
    /** Comma-separated values: a header, and a line for each row. */
    csv,
    /** One YAML document with the same names as the JSON document. */
    yaml;

    /** Returns the lines of a result, with the values of keys if {@code keys}. */
    List<String> lines(Result result, boolean keys) {
        return switch (this) {
            case text -> result.text().get();
            case json -> List.of(Json.text(result.report().get(), keys));
            case csv -> Csv.of(Json.tree(result.report().get(), keys));
            case yaml -> Json.yaml(Json.tree(result.report().get(), keys));
        };
    }
}
