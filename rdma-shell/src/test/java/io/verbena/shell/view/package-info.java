@NullMarked
package io.verbena.shell.view;

import org.jspecify.annotations.NullMarked;
