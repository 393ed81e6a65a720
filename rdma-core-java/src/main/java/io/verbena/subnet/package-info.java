/**
 * What a subnet is made of, how it is found out, and how it is written down. A subnet is a value: it does not change when
 * the fabric does.
 */
@NullMarked
package io.verbena.subnet;

import org.jspecify.annotations.NullMarked;
