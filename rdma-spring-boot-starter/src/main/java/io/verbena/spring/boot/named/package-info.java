/**
 * How an entry of the configuration becomes a bean that is called like it. Not for applications.
 */
@NullMarked
package io.verbena.spring.boot.named;

import org.jspecify.annotations.NullMarked;
