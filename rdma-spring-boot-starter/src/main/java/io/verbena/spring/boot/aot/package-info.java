/** Hints for native images. */
@NullMarked
package io.verbena.spring.boot.aot;

import org.jspecify.annotations.NullMarked;
