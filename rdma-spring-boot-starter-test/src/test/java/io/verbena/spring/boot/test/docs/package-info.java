/** What the documents show. */
@NullMarked
package io.verbena.spring.boot.test.docs;

import org.jspecify.annotations.NullMarked;
