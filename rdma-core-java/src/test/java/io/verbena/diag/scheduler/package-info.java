@NullMarked
package io.verbena.diag.scheduler;

import org.jspecify.annotations.NullMarked;
