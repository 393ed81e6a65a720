/** What an operator reads when an application does not start. */
@NullMarked
package io.verbena.spring.boot.failure;

import org.jspecify.annotations.NullMarked;
