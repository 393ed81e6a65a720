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

    List<String> lines(Result result) {
        return switch (this) {
            case text -> result.text().get();
            case json -> List.of(Json.text(result.report().get()));
            case csv -> Csv.of(Json.tree(result.report().get()));
            case yaml -> YamlText.of(Json.tree(result.report().get()));
        };
    }
}
