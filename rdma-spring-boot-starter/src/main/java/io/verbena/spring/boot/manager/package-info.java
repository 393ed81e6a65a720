/** The subnet manager of an application. */
@NullMarked
package io.verbena.spring.boot.manager;

import org.jspecify.annotations.NullMarked;
