/** What the verbs of every provider must do, tried between two devices that reach each other. */
@NullMarked
package io.verbena.contract.verbs;

import org.jspecify.annotations.NullMarked;
