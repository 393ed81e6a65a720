/** Tests of ahead-of-time processing. */
@NullMarked
package io.verbena.spring.boot.aot;

import org.jspecify.annotations.NullMarked;
