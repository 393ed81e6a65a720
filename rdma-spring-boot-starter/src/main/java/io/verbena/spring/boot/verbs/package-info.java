/** Open devices, and the protection domains and completion queues of the configuration. */
@NullMarked
package io.verbena.spring.boot.verbs;

import org.jspecify.annotations.NullMarked;
