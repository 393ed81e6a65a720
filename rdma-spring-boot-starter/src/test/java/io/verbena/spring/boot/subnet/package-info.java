@NullMarked
package io.verbena.spring.boot.subnet;

import org.jspecify.annotations.NullMarked;
