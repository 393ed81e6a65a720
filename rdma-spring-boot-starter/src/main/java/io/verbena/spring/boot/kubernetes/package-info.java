/** Labels of Kubernetes nodes that tell schedulers where the nodes are in the fabric. */
@NullMarked
package io.verbena.spring.boot.kubernetes;

import org.jspecify.annotations.NullMarked;
