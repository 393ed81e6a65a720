package io.verbena.shell.cli;

/** The output formats. */
public enum Format {
    /** Text in the layout of the C program. */
    text,
    /** One JSON document. */
    json,
    /** Comma-separated values: a header, and a line for each row. */
    csv,
    /** One YAML document with the same names as the JSON document. */
    yaml
}
