/** The beans and the properties, as an application meets them. */
@NullMarked
package io.verbena.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
