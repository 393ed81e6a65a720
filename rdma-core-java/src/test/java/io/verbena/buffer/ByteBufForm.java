package io.verbena.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;

/** The forms in which a user holds a direct buffer of an allocator: the buffer itself, a view of it, or several together. */
enum ByteBufForm {
    PLAIN {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            return allocator.buffer(bytes, 2 * bytes);
        }
    },
    LITTLE_ENDIAN {
        @Override
        @SuppressWarnings("deprecation")
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            return PLAIN.of(allocator, bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    },
    SLICE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            return allocator.buffer(3 * bytes).slice(bytes - 3, bytes).setIndex(0, 0);
        }
    },
    RETAINED_SLICE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            ByteBuf whole = allocator.buffer(2 * bytes);
            ByteBuf slice = whole.retainedSlice(5, bytes);
            whole.release();
            return slice.setIndex(0, 0);
        }
    },
    SLICE_OF_SLICE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            return allocator
                    .buffer(2 * bytes)
                    .slice(2, bytes + 20)
                    .slice(9, bytes)
                    .setIndex(0, 0);
        }
    },
    DUPLICATE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            return PLAIN.of(allocator, bytes).duplicate();
        }
    },
    RETAINED_DUPLICATE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            ByteBuf whole = PLAIN.of(allocator, bytes);
            ByteBuf duplicate = whole.retainedDuplicate();
            whole.release();
            return duplicate;
        }
    },
    READ_ONLY {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            ByteBuf whole = PLAIN.of(allocator, bytes);
            for (int i = 0; i < bytes; i++) {
                whole.writeByte(7 * i);
            }
            return whole.asReadOnly();
        }
    },
    UNRELEASABLE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            return Unpooled.unreleasableBuffer(PLAIN.of(allocator, bytes));
        }
    },
    COMPOSITE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            CompositeByteBuf composite = allocator.compositeBuffer(64);
            for (int left = bytes, next = 1; left > 0; left -= next, next = Math.min(left, 2 * next + 1)) {
                composite.addComponent(true, allocator.buffer(next).writeZero(next));
            }
            return composite.setIndex(0, 0);
        }
    },
    SLICE_OF_COMPOSITE {
        @Override
        ByteBuf of(ByteBufAllocator allocator, int bytes) {
            return COMPOSITE.of(allocator, 2 * bytes).slice(11, bytes).setIndex(0, 0);
        }
    };

    /** Takes a buffer in this form, with this capacity. A form that can be written starts empty. */
    abstract ByteBuf of(ByteBufAllocator allocator, int bytes);
}
