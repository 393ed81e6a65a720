/**
 * What every provider must do, written once. A provider runs it on a fabric of its own by extending the classes.
 */
@NullMarked
package io.verbena.contract;

import org.jspecify.annotations.NullMarked;
