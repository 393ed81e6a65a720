/** The reliable multi-packet protocol, end against end and end against a hostile peer. */
@NullMarked
package io.verbena.rmpp;

import org.jspecify.annotations.NullMarked;
