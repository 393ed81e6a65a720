package io.verbena.samples.blockcache;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** The blocks of a server, in memory that clients may read at any time. Instances are thread-safe. */
final class BlockStore {
    private final Greeting greeting;
    private final ByteBuffer memory;
    private final AtomicLongArray generations;
    private final ReentrantLock[] locks;

    /** Creates a store of empty blocks. */
    BlockStore(Greeting greeting, ByteBuffer memory) {
        this.greeting = greeting;
        this.memory = memory;
        this.generations = new AtomicLongArray(greeting.blocks());
        this.locks =
                Stream.generate(ReentrantLock::new).limit(greeting.blocks()).toArray(ReentrantLock[]::new);
        for (int number = 0; number < greeting.blocks(); number++) {
            put(number, 0, ByteBuffer.allocate(0));
        }
    }

    /** Returns the number of bytes that the blocks occupy. */
    static int length(Greeting greeting) {
        return greeting.blocks() * BlockSlot.length(greeting.blockSize());
    }

    /**
     * Writes a block and returns its generation.
     *
     * @throws IllegalArgumentException if there is no such block, or if the data are too long
     */
    long write(int number, ByteBuffer data) {
        if (number < 0 || number >= greeting.blocks()) {
            throw new IllegalArgumentException(
                    "there is no block " + number + "; they are from 0 to " + (greeting.blocks() - 1));
        }
        locks[number].lock();
        try {
            long generation = generations.get(number) + 1;
            put(number, generation, data);
            generations.set(number, generation);
            return generation;
        } finally {
            locks[number].unlock();
        }
    }

    private void put(int number, long generation, ByteBuffer data) {
        int at = number * BlockSlot.length(greeting.blockSize());
        BlockSlot.write(memory, at, greeting.blockSize(), new Block(greeting.epoch(), generation, number, data));
    }
}
