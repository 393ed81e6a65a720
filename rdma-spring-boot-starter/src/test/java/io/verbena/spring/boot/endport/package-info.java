/** Tests of named end ports. */
@NullMarked
package io.verbena.spring.boot.endport;

import org.jspecify.annotations.NullMarked;
