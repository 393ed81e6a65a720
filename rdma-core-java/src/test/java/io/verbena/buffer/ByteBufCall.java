package io.verbena.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.ByteProcessor;
import io.netty.util.IllegalReferenceCountException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A call of a method of {@link ByteBuf} with arguments that follow from a seed, so that two buffers can be given equal ones.
 *
 * @param method what is called
 * @param seed of the arguments
 * @param greatest index and length that the arguments stay near to
 */
record ByteBufCall(Method method, long seed, int greatest) {
    /** Methods whose results differ by design: they tell the implementation, or where and how much it allocates. */
    private static final Set<String> OF_THE_IMPLEMENTATION = Set.of(
            "alloc",
            "unwrap",
            "isDirect",
            "hasArray",
            "array",
            "arrayOffset",
            "hasMemoryAddress",
            "memoryAddress",
            "maxFastWritableBytes");

    private static final List<Class<? extends Throwable>> KINDS = List.of(
            IndexOutOfBoundsException.class,
            IllegalReferenceCountException.class,
            ReadOnlyBufferException.class,
            BufferOverflowException.class,
            UnsupportedOperationException.class,
            IllegalArgumentException.class,
            NullPointerException.class,
            IOException.class);

    /** Returns every public method of a buffer, in a fixed order. */
    static List<Method> methods() {
        return Stream.of(ByteBuf.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                .filter(method ->
                        method.getDeclaringClass() != Object.class && !OF_THE_IMPLEMENTATION.contains(method.getName()))
                .filter(method -> !method.getName().equals("toString") || method.getParameterCount() > 0)
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    /** Calls the method, and describes what it returned or threw, and what became of its arguments. */
    String on(ByteBuf buffer) throws IOException {
        List<Object> arguments = arguments(new Random(seed));
        String result;
        try {
            result = described(method.invoke(buffer, arguments.toArray()), buffer);
        } catch (InvocationTargetException e) {
            result = kind(Objects.requireNonNull(e.getCause()));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        StringBuilder outcome = new StringBuilder(result);
        for (Object argument : arguments) {
            outcome.append(" | ").append(describedArgument(argument));
        }
        return outcome.toString();
    }

    private static String kind(Throwable thrown) {
        return KINDS.stream()
                .filter(kind -> kind.isInstance(thrown))
                .findFirst()
                .orElseThrow(() -> new AssertionError("an unexpected exception", thrown))
                .getSimpleName();
    }

    private String described(Object result, ByteBuf buffer) {
        if (result == buffer) {
            return "itself";
        }
        if (result instanceof ByteBuffer bytes) {
            return describedArgument(bytes.slice());
        }
        if (!(result instanceof ByteBuf bytes)) {
            return describedArgument(result);
        }
        String described = describedArgument(bytes);
        boolean given = method.getName().matches(".*[rR]etained.*|copy")
                || method.getName().equals("readBytes");
        if (given) {
            bytes.release();
        }
        return described;
    }

    @SuppressWarnings("deprecation")
    private static String describedArgument(Object argument) {
        if (argument instanceof ByteBuf buffer) {
            return buffer.refCnt() == 0
                    ? "released"
                    : buffer.readerIndex() + ".." + buffer.writerIndex() + " " + ByteBufUtil.hexDump(buffer) + " "
                            + buffer.order();
        } else if (argument instanceof ByteBuffer bytes) {
            return bytes.position() + " " + ByteBufUtil.hexDump(Unpooled.wrappedBuffer(bytes.duplicate()))
                    + bytes.order();
        } else if (argument instanceof ByteBuffer[] parts) {
            return ByteBufUtil.hexDump(Unpooled.wrappedBuffer(parts));
        } else if (argument instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        } else if (argument instanceof ByteArrayOutputStream stream) {
            return Arrays.toString(stream.toByteArray());
        } else if (argument instanceof InputStream) {
            return "stream";
        } else if (argument instanceof MemoryChannel channel) {
            return Arrays.toString(channel.written.toByteArray()) + channel.source.remaining();
        } else if (argument instanceof Visitor visitor) {
            return visitor.visited.toString();
        } else if (argument instanceof FileChannel file) {
            return describedFile(file);
        }
        return String.valueOf(argument);
    }

    private static String describedFile(FileChannel file) {
        try (file) {
            ByteBuffer content = ByteBuffer.allocate(4096);
            long position = file.position();
            int bytes = file.read(content, 0);
            return position + " " + bytes + Arrays.toString(Arrays.copyOf(content.array(), Math.max(0, bytes)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Object> arguments(Random random) throws IOException {
        List<Object> arguments = new ArrayList<>();
        boolean takesValue = method.getName().matches("(set|write)(Byte|Short|Medium|Int|Char)(LE)?");
        boolean usesStream = Stream.of(method.getParameterTypes()).anyMatch(Closeable.class::isAssignableFrom);
        for (Class<?> type : method.getParameterTypes()) {
            boolean last = arguments.size() == method.getParameterCount() - 1;
            if (last && takesValue) {
                arguments.add(random.nextInt());
            } else if (last && usesStream) {
                // What becomes of negative lengths is another thing in each class of Netty.
                arguments.add(Math.max(0, index(random)));
            } else {
                arguments.add(argument(type, random));
            }
        }
        return arguments;
    }

    /** The index that the call begins with; 0 if it begins with something else. */
    int index() throws IOException {
        List<Object> arguments = arguments(new Random(seed));
        return !arguments.isEmpty() && arguments.get(0) instanceof Integer index ? index : 0;
    }

    private int index(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> -1 - random.nextInt(2);
            case 1 -> greatest - random.nextInt(9);
            case 2 -> greatest + random.nextInt(2);
            default -> random.nextInt(1 + greatest / (1 + random.nextInt(4)));
        };
    }

    private Object argument(Class<?> type, Random random) throws IOException {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        if (type == int.class) {
            return index(random);
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == long.class) {
            return method.getName().endsWith("Bytes") ? (Object) (long) random.nextInt(20) : (Object) random.nextLong();
        } else if (type == byte.class) {
            return (byte) random.nextInt(8);
        } else if (type == float.class) {
            return random.nextFloat();
        } else if (type == double.class) {
            return random.nextDouble();
        } else if (type == byte[].class) {
            return bytes;
        } else if (type == ByteBuf.class || type == Object.class) {
            return buffer(bytes, random);
        } else if (type == ByteBuffer.class) {
            ByteBuffer direct =
                    ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
            return random.nextBoolean() ? ByteBuffer.wrap(bytes) : direct;
        } else if (type == ByteOrder.class) {
            return random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        } else if (type == Charset.class) {
            return List.of(
                            StandardCharsets.UTF_8,
                            StandardCharsets.US_ASCII,
                            StandardCharsets.ISO_8859_1,
                            StandardCharsets.UTF_16)
                    .get(random.nextInt(4));
        } else if (type == CharSequence.class) {
            return "Stra\u00dfe \u20ac \ud83d\ude00 abc".substring(random.nextInt(10));
        } else if (type == OutputStream.class) {
            return new ByteArrayOutputStream();
        } else if (type == InputStream.class) {
            return new ByteArrayInputStream(bytes);
        } else if (type == GatheringByteChannel.class || type == ScatteringByteChannel.class) {
            return new MemoryChannel(ByteBuffer.wrap(bytes), random.nextInt(60));
        } else if (type == FileChannel.class) {
            return file(bytes);
        } else if (type == ByteProcessor.class) {
            return new Visitor((byte) random.nextInt(4));
        }
        throw new IllegalArgumentException("no argument for " + method);
    }

    private static ByteBuf buffer(byte[] bytes, Random random) {
        int half = bytes.length / 2;
        ByteBuf buffer = switch (random.nextInt(3)) {
            case 0 -> Unpooled.wrappedBuffer(bytes);
            case 1 ->
                Unpooled.wrappedBuffer(
                        ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
            default ->
                Unpooled.wrappedBuffer(
                        Arrays.copyOfRange(bytes, 0, half), Arrays.copyOfRange(bytes, half, bytes.length));
        };
        return random.nextBoolean() ? buffer.writerIndex(buffer.capacity() / 2) : buffer;
    }

    private static FileChannel file(byte[] bytes) throws IOException {
        Path path = Files.createTempFile("verbena-", ".bytes");
        Files.write(path, bytes);
        return FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /** Notes the bytes that it is shown, and ends at one of them. */
    private static final class Visitor implements ByteProcessor {
        private final byte end;
        private final List<Byte> visited = new ArrayList<>();

        Visitor(byte end) {
            this.end = end;
        }

        @Override
        public boolean process(byte value) {
            visited.add(value);
            return value != end;
        }
    }

    /** A channel that takes only part of what it is given. */
    private static final class MemoryChannel implements GatheringByteChannel, ScatteringByteChannel {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final ByteBuffer source;
        private int room;

        MemoryChannel(ByteBuffer source, int room) {
            this.source = source;
            this.room = room;
        }

        @Override
        public int write(ByteBuffer from) {
            int bytes = Math.min(room, from.remaining());
            for (int i = 0; i < bytes; i++) {
                written.write(from.get());
            }
            room -= bytes;
            return bytes;
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int count) {
            return Stream.of(from)
                    .skip(offset)
                    .limit(count)
                    .mapToLong(this::write)
                    .sum();
        }

        @Override
        public long write(ByteBuffer[] from) {
            return write(from, 0, from.length);
        }

        @Override
        public int read(ByteBuffer to) {
            int bytes = Math.min(source.remaining(), to.remaining());
            to.put(source.duplicate().limit(source.position() + bytes));
            source.position(source.position() + bytes);
            return bytes == 0 && to.hasRemaining() ? -1 : bytes;
        }

        @Override
        public long read(ByteBuffer[] to, int offset, int count) {
            long sum = 0;
            for (int i = offset; i < offset + count; i++) {
                int bytes = read(to[i]);
                if (bytes < 0) {
                    return sum == 0 ? -1 : sum;
                }
                sum += bytes;
            }
            return sum;
        }

        @Override
        public long read(ByteBuffer[] to) {
            return read(to, 0, to.length);
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
