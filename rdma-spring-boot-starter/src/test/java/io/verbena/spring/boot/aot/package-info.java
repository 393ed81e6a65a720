/** What is generated when an application is processed ahead of time. */
@NullMarked
package io.verbena.spring.boot.aot;

import org.jspecify.annotations.NullMarked;
