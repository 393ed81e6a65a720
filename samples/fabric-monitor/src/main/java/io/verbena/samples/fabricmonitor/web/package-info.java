/** Filters for all HTTP responses: content security policy and same origin. */
@NullMarked
package io.verbena.samples.fabricmonitor.web;

import org.jspecify.annotations.NullMarked;
