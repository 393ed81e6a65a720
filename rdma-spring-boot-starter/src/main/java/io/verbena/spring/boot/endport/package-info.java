/**
 * End ports that the configuration names, and what sends management datagrams from them. Each is a bean with that name.
 */
@NullMarked
package io.verbena.spring.boot.endport;

import org.jspecify.annotations.NullMarked;
