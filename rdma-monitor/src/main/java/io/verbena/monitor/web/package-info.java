/** The HTTP interface and its protection. */
@NullMarked
package io.verbena.monitor.web;

import org.jspecify.annotations.NullMarked;
