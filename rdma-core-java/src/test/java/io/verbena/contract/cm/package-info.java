/** Tests of the connection manager of every provider, between two devices that reach each other. */
@NullMarked
package io.verbena.contract.cm;

import org.jspecify.annotations.NullMarked;
