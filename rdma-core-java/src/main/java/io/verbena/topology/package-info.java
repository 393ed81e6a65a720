/**
 * Topologies in the text format of ibnetdiscover, which ibsim also reads. Discovery writes this format, and the
 * embedded fabric is created from it.
 */
@NullMarked
package io.verbena.topology;

import org.jspecify.annotations.NullMarked;
