/**
 * Views that render results as text in the layout of infiniband-diags, and as JSON, CSV and YAML. Views do not depend
 * on options or fabrics.
 */
@NullMarked
package io.verbena.shell.view;

import org.jspecify.annotations.NullMarked;
