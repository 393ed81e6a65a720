/** Tests of the auto-configuration, its properties and its failure analysis. */
@NullMarked
package io.verbena.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
