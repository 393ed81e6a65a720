/** Tests of protection domains and completion queues. */
@NullMarked
package io.verbena.spring.boot.verbs;

import org.jspecify.annotations.NullMarked;
