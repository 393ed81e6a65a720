@NullMarked
package io.verbena.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
