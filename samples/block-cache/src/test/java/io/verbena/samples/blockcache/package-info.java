/** That no copy is ever torn or old. */
@NullMarked
package io.verbena.samples.blockcache;

import org.jspecify.annotations.NullMarked;
