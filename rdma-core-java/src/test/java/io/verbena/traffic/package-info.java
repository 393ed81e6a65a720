@NullMarked
package io.verbena.traffic;

import org.jspecify.annotations.NullMarked;
