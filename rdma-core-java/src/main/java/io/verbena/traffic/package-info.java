/**
 * Programs that move data between two hosts to see that it works, and how fast: ping-pongs over each service, and the
 * ping of the RDMA CM. They speak the protocols of ibv_rc_pingpong(1) and its like, and of rping(1).
 */
@NullMarked
package io.verbena.traffic;

import org.jspecify.annotations.NullMarked;
