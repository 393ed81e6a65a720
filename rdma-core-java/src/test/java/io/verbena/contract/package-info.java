/**
 * Tests of every provider, written once. A provider runs them on a fabric of its own by extending the classes.
 */
@NullMarked
package io.verbena.contract;

import org.jspecify.annotations.NullMarked;
