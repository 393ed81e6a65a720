/** Tests. */
@NullMarked
package io.verbena.monitor.rule;

import org.jspecify.annotations.NullMarked;
