/** That what is sent comes back. */
@NullMarked
package io.verbena.samples.echoservice;

import org.jspecify.annotations.NullMarked;
