/** Tests. */
@NullMarked
package io.verbena.monitor.web;

import org.jspecify.annotations.NullMarked;
