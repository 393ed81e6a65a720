/** What the connection manager of every provider must do, tried between two devices that reach each other. */
@NullMarked
package io.verbena.contract.cm;

import org.jspecify.annotations.NullMarked;
