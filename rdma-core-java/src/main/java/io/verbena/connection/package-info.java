/**
 * Connections, buffers and servers for those who do not want to know how a queue pair is set up. Everything below stays
 * reachable: a connection has its queue pair and its identifier, a buffer its region, a group its device.
 *
 * <p>A connection has two queue pairs. One is the user's alone: what is sent goes into the receives that the other user has
 * posted, and nothing else does. On the other the two libraries tell each other of buffers and of posted receives; the
 * receives there are posted beforehand, and each side knows how many there are. The side that connects asks for both, with
 * private data of the connection manager that begin with
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBC"                          |  0
 * |  version, 1   |     kind      |     value     |    length     |  4
 * |           token, the same in the two requests                 |  8
 * |                                                               | 12
 * |      data of the user, so many bytes as the length says       | 16
 * </pre>
 *
 * <p>The kind is 0 for a request of the control queue pair, 1 for that of the data queue pair, 2 for an answer, whose value
 * is the number of control messages that the other side may send, and 3 for a refusal, whose value says why: 1 the program,
 * 2 not understood, 3 too many, 4 the other request is missing. A control message has 40 bytes:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBC"                          |  0
 * |  version, 1   |     kind      |           credits             |  4
 * |                              id                               |  8
 * |                            address                            | 16
 * |                             length                            | 24
 * |              key              |            access             | 32
 * </pre>
 *
 * <p>Kinds: 0 ready, the first that the side which connected says, 1 credits, 2 advertise, 3 withdraw, 4 receives. Credits
 * are how many more messages of the kinds from 2 on the sender takes. An advertisement has all fields; a withdrawal the ID;
 * posted receives have their number in place of the ID, and in place of the length how long a message may be. All numbers
 * are in network byte order.
 */
@NullMarked
package io.verbena.connection;

import org.jspecify.annotations.NullMarked;
