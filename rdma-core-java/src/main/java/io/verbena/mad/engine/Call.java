package io.verbena.mad.engine;

import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MadText;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadRequest;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.rmpp.RmppSender;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way: its bytes, destination, attempts and future. Everything but the future and the view as {@link
 * MadExchange} is guarded by the lock of the {@link MadPort}.
 *
 * @param <T> type of the response
 */
final class Call<T> implements MadExchange {
    /** Response time of an agent that did not report any. */
    static final long UNKNOWN = -1;

    // A channel that reassembles a long response reports no progress, so the call gets more time.
    private static final int TIMES_FOR_LONG = 8;

    // Time that a busy host may need to wake a thread, in nanoseconds.
    private static final long MIN_TIMEOUT = 20_000_000;

    private static final long LIFE_TIME_UNIT = 4_096;
    // 73 minutes.
    private static final int MAX_LIFE_TIME = 30;

    // An end port has up to 2^7 LIDs, and an agent may respond from any of them; opensm uses the first.
    private static final int MAX_LMC = 7;

    // Code for an invalid request in the status (IBA 13.4.7).
    private static final int INVALID = 2;
    private static final int INVALID_BITS = 7;
    private static final int BAD_VERSION = 1;

    final MadRequest<T> request;
    final byte[] mad;
    final int managementClass;
    final int agent;
    final CompletableFuture<T> future = new CompletableFuture<>();
    final int outstanding;
    final long timeoutNanos;
    final long longestNanos;

    /** Transaction IDs of all attempts; a response to any of them completes the call. */
    final int[] transactionIds;

    /** Destination of the first attempt, by which the agent is known. */
    final MadAddress origin;

    /** Current destination; it changes when the call is redirected. */
    MadAddress destination;

    int tries;
    boolean inWindow;
    boolean isRedirected;

    /** Whether the request was repeated for another reason than a timeout. */
    boolean isRepeated;

    long firstSent;
    long deadline;

    /** Why the last candidate for a response was dropped. */
    @Nullable String dropped;

    /** Divides the request into segments, if the channel does not. */
    @Nullable RmppSender sender;

    /** Reassembles the response, if the channel does not. */
    @Nullable RmppReceiver receiver;

    private final Path path;
    private final boolean channelHasRmpp;
    private volatile byte @Nullable [] reply;
    private int maxTries;

    /**
     * Creates a call.
     *
     * @param mad the encoded request
     * @param agent agent of the channel that sends it
     * @param channelHasRmpp whether the channel divides and reassembles long messages
     * @param responseTime time that the agent takes to respond, in nanoseconds, or {@link #UNKNOWN}
     */
    Call(
            MadRequest<T> request,
            Path path,
            byte[] mad,
            MadAddress destination,
            int agent,
            boolean channelHasRmpp,
            MadOptions options,
            long responseTime) {
        this.request = request;
        this.path = path;
        this.mad = mad;
        this.managementClass = mad[MadFormat.MANAGEMENT_CLASS] & 0xff;
        this.origin = destination;
        this.destination = destination;
        this.agent = agent;
        this.channelHasRmpp = channelHasRmpp;
        this.outstanding = options.outstanding();
        this.maxTries = options.retries() + 1;
        // An attempt that is redirected does not count.
        this.transactionIds = new int[maxTries + 1];
        this.longestNanos = options.longest().toNanos();
        long timeout = timeout(options, roundTrip(path), responseTime);
        boolean unseen = channelHasRmpp && request.isAnsweredAtLength();
        this.timeoutNanos = unseen ? Math.max(timeout, Math.min(timeout * TIMES_FOR_LONG, longestNanos)) : timeout;
    }

    /** Returns the timeout of an attempt. The option replaces whatever is unknown: response time or round-trip time. */
    private static long timeout(MadOptions options, long roundTrip, long responseTime) {
        long given = options.timeout().toNanos();
        if (options.fixed() || responseTime == UNKNOWN) {
            return given + roundTrip;
        }
        return Math.max(MIN_TIMEOUT, responseTime + (roundTrip == 0 ? given : roundTrip));
    }

    /** Returns twice the packet lifetime of the path (IBA 13.4.6.2), or 0 if it is unknown. */
    private static long roundTrip(Path path) {
        int lifeTime = path instanceof IbPath ibPath ? ibPath.packetLifeTime() : IbPath.UNKNOWN_LIFE_TIME;
        return lifeTime == IbPath.UNKNOWN_LIFE_TIME ? 0 : LIFE_TIME_UNIT << (Math.min(lifeTime, MAX_LIFE_TIME) + 1);
    }

    // ---- attempts

    /** Sends further attempts to another destination. */
    void redirectTo(MadAddress elsewhere) {
        destination = elsewhere;
        isRedirected = true;
        if (tries > 0) {
            isRepeated = true;
            maxTries++;
        }
    }

    /** Begins an attempt and returns the request with its transaction ID. */
    ByteBuffer nextTry(int transactionId, long now) {
        if (tries == 0) {
            firstSent = now;
        }
        transactionIds[tries++] = transactionId;
        deadline = now + timeoutNanos;
        sender = null;
        receiver = null;
        ByteBuffer buffer = ByteBuffer.wrap(mad);
        buffer.putLong(MadFormat.TRANSACTION_ID, Integer.toUnsignedLong(transactionId));
        return buffer;
    }

    boolean isCurrentTry(int transactionId) {
        return transactionIds[tries - 1] == transactionId;
    }

    boolean mayRetry() {
        return tries < maxTries && !future.isDone();
    }

    int timeoutMillis() {
        return (int) (timeoutNanos / 1_000_000);
    }

    /**
     * Returns the milliseconds after which the channel may return the request: the time until the last attempt ends, because
     * a response to an earlier attempt counts until then.
     */
    int channelTimeoutMillis() {
        if (!request.isAnswered()) {
            return 0;
        }
        return request.isAnsweredAtLength() ? timeoutMillis() : (maxTries - tries + 1) * timeoutMillis();
    }

    /** Returns the maximum duration of this call behind {@code backlog} others. */
    Duration maxDuration(int backlog) {
        double seconds = (2.0 + backlog) * timeoutNanos * transactionIds.length / 1e9;
        return Duration.ofSeconds((long) Math.min(seconds, 1e9)).plusNanos(longestNanos);
    }

    // ---- long messages

    /** Returns whether this library divides and reassembles the long messages of this call. */
    boolean isSegmentedHere() {
        return !channelHasRmpp && MadFormat.hasRmpp(managementClass);
    }

    /** Returns whether this library sends the request in segments. */
    boolean isSentInSegments() {
        return isSegmentedHere() && MadFormat.isSentWithRmpp(mad);
    }

    // ---- the response

    /** Returns why a message is not the response to this call, to follow "a response"; null if it is. */
    @Nullable String mismatch(MadAddress source, MadMessage message) {
        // A message that the channel reassembled may be shorter than a datagram.
        boolean reassembled = channelHasRmpp && message.isRmpp();
        int least = reassembled ? MadFormat.payloadOffset(MadFormat.of(managementClass)) : MadFormat.LENGTH;
        if (message.length() < least) {
            return "of " + message.length() + " bytes";
        }
        int respondingClass = message.u8(MadFormat.MANAGEMENT_CLASS);
        if (respondingClass != managementClass) {
            return "of " + MadText.managementClass(respondingClass);
        }
        int attribute = message.u16(MadFormat.ATTRIBUTE_ID);
        if (!request.accepts(attribute)) {
            return "to " + MadText.attribute(managementClass, attribute);
        }
        int method = message.u8(MadFormat.METHOD);
        if (!isResponse(request.method().code(), method)) {
            return "with method 0x%02x".formatted(method);
        }
        int version = message.u8(MadFormat.BASE_VERSION_AT);
        if (version != MadFormat.BASE_VERSION) {
            return "of base version " + version;
        }
        int classVersion = message.u8(MadFormat.CLASS_VERSION);
        // An agent that does not support the version may respond with the one that it supports.
        if (classVersion != request.classVersion() && (message.status() >> INVALID & INVALID_BITS) != BAD_VERSION) {
            return "of class version " + classVersion;
        }
        return isFrom(source) ? null : "from " + source.place();
    }

    /** Returns whether a method responds to another. The response to a Set is a GetResp (IBA 13.4.5), or a SetResp of some vendors. */
    private static boolean isResponse(int requested, int method) {
        return method == (requested | MadFormat.RESPONSE)
                || (requested == MadMethod.SET.code() && method == MadMethod.GET_RESPONSE.code());
    }

    private boolean isFrom(MadAddress source) {
        if (destination.lid() == Lid.PERMISSIVE.bits() || source.lid() == Lid.PERMISSIVE.bits()) {
            return destination.queuePair() == 0;
        }
        return destination.lid() >> MAX_LMC == source.lid() >> MAX_LMC
                && (destination.route() == null
                        || source.route() == null
                        || destination.route().gid().equals(source.route().gid()));
    }

    /** Keeps a response, up to the length of a datagram, for an exception or a tracer. */
    void keepReply(MadMessage message) {
        reply = message.copy(0, MadFormat.LENGTH);
    }

    // ---- the view

    @Override
    public Path path() {
        return path;
    }

    @Override
    public byte[] request() {
        return mad.clone();
    }

    @Override
    public MadHeader header() {
        return MadHeader.LAYOUT.wrap(mad, 0);
    }

    @Override
    public byte @Nullable [] reply() {
        byte[] bytes = reply;
        return bytes == null ? null : bytes.clone();
    }

    @Override
    public Layout<?> payload() {
        return request.layout();
    }
}
