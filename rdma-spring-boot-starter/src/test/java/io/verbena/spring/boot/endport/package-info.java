/** Named end ports, as an application meets them. */
@NullMarked
package io.verbena.spring.boot.endport;

import org.jspecify.annotations.NullMarked;
