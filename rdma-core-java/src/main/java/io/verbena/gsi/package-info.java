/**
 * General services through verbs, for hosts without umad: a channel that any device with UD queue pairs provides. RMPP
 * is performed by this library, because kernels do not perform it for queue pairs of applications.
 */
@NullMarked
package io.verbena.gsi;

import org.jspecify.annotations.NullMarked;
