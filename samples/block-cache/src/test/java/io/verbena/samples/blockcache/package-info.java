/** Tests of the consistency of reads. */
@NullMarked
package io.verbena.samples.blockcache;

import org.jspecify.annotations.NullMarked;
