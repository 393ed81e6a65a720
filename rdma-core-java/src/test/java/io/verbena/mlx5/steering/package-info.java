/** Tests of the rules that packet steering checks before libmlx5 is called. */
@NullMarked
package io.verbena.mlx5.steering;

import org.jspecify.annotations.NullMarked;
