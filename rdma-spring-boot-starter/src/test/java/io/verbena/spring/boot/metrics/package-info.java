@NullMarked
package io.verbena.spring.boot.metrics;

import org.jspecify.annotations.NullMarked;
