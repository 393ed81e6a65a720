@NullMarked
package io.verbena.spring.boot.observation;

import org.jspecify.annotations.NullMarked;
