@NullMarked
package io.verbena.exchange;

import org.jspecify.annotations.NullMarked;
