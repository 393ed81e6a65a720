/** Tests of the verbs of every provider, between two devices that reach each other. */
@NullMarked
package io.verbena.contract.verbs;

import org.jspecify.annotations.NullMarked;
