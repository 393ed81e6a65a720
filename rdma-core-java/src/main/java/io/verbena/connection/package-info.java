/**
 * Reliable connections between two applications: registered buffers that a side advertises and its peer reads and writes,
 * messages of any length, and requests with replies. A program needs to know neither verbs nor the connection manager, yet
 * both stay within reach: a connection returns its queue pair and its identifier, a buffer its memory region, and a group its
 * device.
 *
 * <h2>Connections on the wire</h2>
 *
 * <p>A connection has two queue pairs. The data queue pair belongs to the application: a message arrives in a buffer that
 * the peer's application has posted. On the control queue pair, the two libraries exchange advertisements and
 * announcements of posted receives; credits ensure that a receive is posted for every control message. The side that connects
 * requests both queue pairs. The private data of the connection manager begins with this header, in network byte order:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBC"                          |  0
 * |  version, 1   |     kind      |     value     |    length     |  4
 * |             token, equal in the two requests                  |  8
 * |                                                               | 12
 * |        private data of the application, length bytes          | 16
 * </pre>
 *
 * <p>Kind 0 requests the control queue pair and kind 1 the data queue pair. Kind 2 is a response, whose value is the number of
 * control messages that the receiver of the response may send. Kind 3 is a rejection, whose value is the reason: 1 rejected by
 * the application, 2 not understood, 3 backlog full, 4 the other request is missing, 5 too many requests from one address, 6
 * too many connections, 7 too many connections from one address, 8 the connection could not be created, 9 the token is in use,
 * 10 not accepted in time.
 *
 * <p>A control message has 40 bytes, in network byte order:
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
 * <p>Kinds: 0 ready, which the side that connected sends first, 1 credits, 2 advertise, 3 withdraw, 4 receives. The credits are
 * the number of further messages of kinds 2 to 4 that the sender accepts. An advertisement uses all fields, and a withdrawal
 * the ID. An announcement of receives has their number as the ID, and the maximum length of a message as the length.
 *
 * <h2>Messages and requests on the wire</h2>
 *
 * <p>A message begins with 40 bytes, in network byte order:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBM"                          |  0
 * |  version, 1   |     kind      |           credits             |  4
 * |                            length                             |  8
 * |                              id                               | 16
 * |                            address                            | 24
 * |              key              |           reserved            | 32
 * </pre>
 *
 * <p>Kind 0 is a short message, which follows the header. Kind 1 announces a long message, which the receiver reads from the
 * address with the key. Kind 2 is the end: no further messages follow. Kind 3 reports that the long message with this ID was
 * read. Kind 4 carries credits only. The credits in every header are the number of further messages of kinds 0 and 1 that the
 * sender accepts. The other kinds take no credit: a side reports each long message once, ends once, and sends kind 4 only with
 * at least one credit. When a channel is opened, each side announces its slots and the maximum length of a short message, then
 * the number of long messages that it reads at a time and their maximum length ({@link
 * io.verbena.connection.RdmaConnection#announceReceives}).
 *
 * <p>A request or reply adds 16 bytes:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBQ"                          |  0
 * |  version, 1   |     kind      |           reserved            |  4
 * |                 number of the request                         |  8
 * </pre>
 *
 * <p>Kind 0 is a request, kind 1 the response to the request with this number, and kind 2 a failure, followed by its text. The
 * request numbers of a side increase. A request occupies its slot until its reply is sent. A side with {@code n} slots accepts
 * up to {@code n - 1} requests without a reply, which leaves one slot for replies to its own requests.
 *
 * <p>A peer that breaks one of these rules, or uses another version, ends the connection. {@code MessageProtocol} and {@code
 * RequestProtocol} implement these rules and nothing else.
 */
@NullMarked
package io.verbena.connection;

import org.jspecify.annotations.NullMarked;
