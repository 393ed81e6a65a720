/** Checks the grammar, spelling and terms of documents, Javadoc, comments, messages and configuration descriptions. */
@org.jspecify.annotations.NullMarked
package io.verbena.prose;
