package io.verbena.codegen;

/** A row of the table that cannot be right; the message names the structure and the row. */
final class SchemaException extends RuntimeException {
    SchemaException(String message) {
        super(message);
    }
}
