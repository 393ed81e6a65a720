/** Generates man pages, Markdown and shell completion from the model of the commands, which also provides the help. */
@NullMarked
package io.verbena.shell.manual;

import org.jspecify.annotations.NullMarked;
