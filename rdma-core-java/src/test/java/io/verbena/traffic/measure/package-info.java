@NullMarked
package io.verbena.traffic.measure;

import org.jspecify.annotations.NullMarked;
