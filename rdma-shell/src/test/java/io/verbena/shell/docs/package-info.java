/** Keeps the documents true: what they name is looked up, what they show is parsed, and what can be counted is counted. */
@NullMarked
package io.verbena.shell.docs;

import org.jspecify.annotations.NullMarked;
