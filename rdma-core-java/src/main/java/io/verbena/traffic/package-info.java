/**
 * Tests of data transfer between two hosts: ping-pongs over each transport service, and pings through the RDMA CM. They
 * use the protocols of ibv_rc_pingpong(1) and its variants, and of rping(1).
 */
@NullMarked
package io.verbena.traffic;

import org.jspecify.annotations.NullMarked;
