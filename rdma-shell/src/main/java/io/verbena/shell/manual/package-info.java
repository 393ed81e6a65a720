/**
 * The manual, made from the model of the commands: pages for {@code man}, Markdown, and what shells complete. What help
 * prints comes from the same model.
 */
@NullMarked
package io.verbena.shell.manual;

import org.jspecify.annotations.NullMarked;
