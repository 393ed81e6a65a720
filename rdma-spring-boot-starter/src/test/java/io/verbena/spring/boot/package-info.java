/** What several tests of the starter share. Fabrics are embedded or simulated; a driver is mocked only where it fails. */
@NullMarked
package io.verbena.spring.boot;

import org.jspecify.annotations.NullMarked;
