package io.verbena.embedded.cm;

import io.verbena.iba.Gid;
import java.net.InetAddress;

/**
 * An identifier in a group.
 *
 * @param joinState how it is in it, as a bit of {@link io.verbena.iba.JoinState}
 * @param queueKey the Q_Key of its datagrams
 * @param cookie what its events tell
 */
record Membership(CmPort port, InetAddress group, Gid mgid, int joinState, int queueKey, long cookie) {}
