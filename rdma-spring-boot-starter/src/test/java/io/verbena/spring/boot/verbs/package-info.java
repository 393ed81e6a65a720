/** Protection domains and completion queues, as an application meets them. */
@NullMarked
package io.verbena.spring.boot.verbs;

import org.jspecify.annotations.NullMarked;
