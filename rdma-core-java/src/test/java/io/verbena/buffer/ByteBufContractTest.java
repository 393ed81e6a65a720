package io.verbena.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A registered buffer, in each form in which it can be held, does in every public method of {@link ByteBuf} what a direct buffer
 * of Netty does in that form, or a heap buffer where Netty has no Unsafe: results, effects, indices, and the kinds of exceptions.
 */
@ParameterizedClass
@EnumSource(ByteBufForm.class)
class ByteBufContractTest {
    private static final int BYTES = 96;
    private static final int CALLS_OF_A_RUN = 60;
    private static final long SEED = 17;
    private static final String OUTSIDE = IndexOutOfBoundsException.class.getSimpleName();
    private static final String REFUSED = IllegalReferenceCountException.class.getSimpleName();

    private final Domains domains = new Domains();
    private final RegisteredByteBufAllocator allocator = RegisteredByteBufAllocator.builder(domains.domain())
            .slabBytes(1 << 16)
            .sizes(64, 1 << 13)
            .limit(1 << 20)
            .build();
    private final UnpooledByteBufAllocator netty = new UnpooledByteBufAllocator(true);

    private final ByteBufForm form;

    ByteBufContractTest(ByteBufForm form) {
        this.form = form;
    }

    private final ResourceLeakDetector.Level leakDetection = ResourceLeakDetector.getLevel();

    /** Wraps some buffers, and not the same of two allocators. */
    @BeforeEach
    void detectNoLeaks() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    @AfterEach
    void close() {
        ResourceLeakDetector.setLevel(leakDetection);
        allocator.close();
        domains.close();
    }

    /** Our buffer and Netty's, with the same content. */
    private final class Pair {
        private final ByteBuf ours = form.of(allocator, BYTES);
        private final ByteBuf theirs = form.of(netty, BYTES);

        Pair() {
            if (!ours.isReadOnly()) {
                clean(0);
            }
        }

        /** Overwrites what no call has written: new memory has any content. */
        private void clean(int begin) {
            ours.setZero(begin, ours.capacity() - begin);
            theirs.setZero(begin, theirs.capacity() - begin);
        }

        void fill(Random random) {
            byte[] content = new byte[BYTES];
            random.nextBytes(content);
            for (ByteBuf each : List.of(ours, theirs)) {
                if (!each.isReadOnly()) {
                    each.setBytes(0, content);
                }
                each.setIndex(0, BYTES - 20).markReaderIndex().markWriterIndex();
                each.setIndex(4, BYTES - 10);
            }
        }

        /** Both behave alike, and are then alike. */
        void call(Method method, long seed) throws IOException {
            ByteBufCall call = new ByteBufCall(method, seed, BYTES);
            int capacity = ours.capacity();
            String before = state(ours);
            String theirOutcome = call.on(theirs);
            assertThat(call.on(ours)).as("%s on %s", call, before).isIn(theirOutcome, documented(call, theirOutcome));
            assertThat(ours.refCnt())
                    .as("references after %s on %s", call, before)
                    .isEqualTo(theirs.refCnt());
            if (ours.refCnt() > 0) {
                level(capacity);
                trim();
                assertThat(state(ours)).as("after %s on %s", call, before).isEqualTo(state(theirs));
            }
        }

        /**
         * Tests what {@link ByteBuf} documents where Netty's direct buffers deviate: they report some indices by the
         * exception of the ByteBuffer that they use, and some that are outside not at all if the length is 0.
         */
        private String documented(ByteBufCall call, String theirOutcome) throws IOException {
            boolean isOutside = call.index() < 0 || call.index() > ours.capacity();
            return theirOutcome.replaceFirst(isOutside ? "^\\w+" : "^IllegalArgumentException", OUTSIDE);
        }

        /** Growth may have given each another capacity, of which nothing but the least is promised. */
        private void level(int before) {
            int larger = Math.max(ours.capacity(), theirs.capacity());
            if (larger > before) {
                ours.capacity(larger);
                theirs.capacity(larger);
                clean(Math.max(before, Math.max(ours.writerIndex(), theirs.writerIndex())));
            }
        }

        /** A duplicate keeps its indices when the capacity of its buffer shrinks. */
        private void trim() {
            for (ByteBuf each : List.of(ours, theirs)) {
                int end = Math.min(each.writerIndex(), each.capacity());
                each.setIndex(Math.min(each.readerIndex(), end), end);
            }
        }

        void release() {
            for (ByteBuf each : List.of(ours, theirs)) {
                ByteBuf owner = form == ByteBufForm.UNRELEASABLE ? each.unwrap() : each;
                if (owner.refCnt() > 0) {
                    owner.release(owner.refCnt());
                }
            }
        }
    }

    private static String state(ByteBuf buffer) {
        return buffer.readerIndex() + ".." + buffer.writerIndex() + " of " + buffer.capacity() + ": "
                + ByteBufUtil.hexDump(buffer, 0, buffer.capacity());
    }

    @Test
    void eachMethodDoesWhatThatOfNettyDoes() throws IOException {
        Random random = new Random(SEED);
        for (Method method : ByteBufCall.methods()) {
            for (int i = 0; i < 12; i++) {
                Pair pair = new Pair();
                pair.fill(random);
                pair.call(method, random.nextLong());
                pair.release();
            }
        }
        assertThat(allocator.usage().buffers()).isZero();
    }

    @Test
    void seriesOfCallsDoWhatTheyDoWithNetty() throws IOException {
        List<Method> methods = ByteBufCall.methods();
        Random random = new Random(SEED);
        for (int run = 0; run < 60; run++) {
            Pair pair = new Pair();
            for (int i = 0; i < CALLS_OF_A_RUN && pair.ours.refCnt() > 0; i++) {
                pair.call(methods.get(random.nextInt(methods.size())), random.nextLong());
            }
            pair.release();
        }
        assertThat(allocator.usage().buffers()).isZero();
    }

    @Test
    void afterTheReleaseEachMethodRefusesWhereThatOfNettyRefuses() throws IOException {
        int refused = 0;
        for (Method method : ByteBufCall.methods()) {
            for (long seed = 0; seed < 8; seed++) {
                Pair pair = new Pair();
                pair.fill(new Random(seed));
                pair.release();
                ByteBufCall call = new ByteBufCall(method, seed, BYTES);
                if (call.on(pair.theirs).startsWith(REFUSED)) {
                    assertThat(call.on(pair.ours)).as("%s", call).startsWith(REFUSED);
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(400);
    }
}
