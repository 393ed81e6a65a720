@NullMarked
package io.verbena.spring.boot.event;

import org.jspecify.annotations.NullMarked;
