package io.verbena.evidence;

import io.verbena.spi.verbs.DataPath;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.spi.verbs.VerbsOperations;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** The symbols and members of the coverage tables, and the C functions of the operations of a provider. */
final class EvidenceTables {
    /**
     * The operations of {@link VerbsDriver} that every provider has. The others name their C function themselves, in the
     * exception of their default method.
     */
    private static final Map<String, String> REQUIRED = Map.ofEntries(
            Map.entry("close", "ibv_close_device"),
            Map.entry("queryDevice", "ibv_query_device"),
            Map.entry("queryExtensions", "ibv_query_device_ex"),
            Map.entry("queryPort", "ibv_query_port"),
            Map.entry("queryPartitionKey", "ibv_query_pkey"),
            Map.entry("queryGid", "ibv_query_gid_ex"),
            Map.entry("queryGids", "ibv_query_gid_table"),
            Map.entry("allocateProtectionDomain", "ibv_alloc_pd"),
            Map.entry("deallocateProtectionDomain", "ibv_dealloc_pd"),
            Map.entry("registerMemory", "ibv_reg_mr"),
            Map.entry("deregisterMemory", "ibv_dereg_mr"),
            Map.entry("createCompletionChannel", "ibv_create_comp_channel"),
            Map.entry("destroyCompletionChannel", "ibv_destroy_comp_channel"),
            Map.entry("createCompletionQueue", "ibv_create_cq"),
            Map.entry("destroyCompletionQueue", "ibv_destroy_cq"),
            Map.entry("createQueuePair", "ibv_create_qp"),
            Map.entry("modifyQueuePair", "ibv_modify_qp"),
            Map.entry("queryQueuePair", "ibv_query_qp"),
            Map.entry("destroyQueuePair", "ibv_destroy_qp"),
            Map.entry("postSend", "ibv_post_send"),
            Map.entry("postReceive", "ibv_post_recv"),
            Map.entry("postSharedReceive", "ibv_post_srq_recv"),
            Map.entry("postWorkReceive", "ibv_post_wq_recv"),
            Map.entry("poll", "ibv_poll_cq"),
            Map.entry("requestNotification", "ibv_req_notify_cq"),
            Map.entry("awaitCompletions", "ibv_get_cq_event"),
            Map.entry("awaitEvents", "ibv_get_async_event"));

    /**
     * Operations whose return is no success of the function that their default method names: one returns a failure instead of
     * throwing it, and the others return the numbers by which another process imports an object.
     */
    private static final List<String> NO_EVIDENCE =
            List.of("reregisterMemory", "descriptor", "domainNumber", "regionNumber", "deviceMemoryNumber");

    private final TreeSet<String> symbols = new TreeSet<>();
    private final Map<String, Member> members = new TreeMap<>();
    private final Map<String, String> operations = new HashMap<>();

    /**
     * A method of a table. If the table names a subtype instead of the type of a parameter, only calls with an object of that
     * subtype count.
     *
     * @param parameter the index of that parameter, or -1
     * @param argument the subtype, if any
     */
    record Member(Method method, int parameter, @Nullable Class<?> argument) {}

    /** Reads the tables in a directory. */
    EvidenceTables(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".csv")).toList()) {
                Files.readAllLines(file).stream().skip(1).forEach(this::read);
            }
        }
        for (Class<?> type : List.of(VerbsDriver.class, DataPath.class)) {
            Arrays.stream(type.getMethods())
                    .filter(method -> REQUIRED.containsKey(method.getName()))
                    .forEach(method -> operations.put(
                            key(method.getName(), Type.getMethodDescriptor(method)),
                            Objects.requireNonNull(REQUIRED.get(method.getName()))));
        }
        defaults(VerbsDriver.class);
        defaults(VerbsOperations.class);
    }

    private void read(String row) {
        String[] cells = row.split(",", 4);
        symbols.add(cells[0]);
        for (String member : cells[2].split(" ", -1)) {
            if (member.contains("(")) {
                Member found = member(member);
                if (found != null) {
                    members.put(member, found);
                }
            }
        }
    }

    private static @Nullable Member member(String name) {
        int mark = name.indexOf('#');
        try {
            Class<?> type = Class.forName(name.substring(0, mark), false, EvidenceTables.class.getClassLoader());
            // A method that is inherited from a package-private class is a bridge in the public class.
            return Stream.of(type.getMethods())
                    .sorted(Comparator.comparing(Method::isBridge))
                    .flatMap(method -> member(method, name.substring(mark + 1)).stream())
                    .findFirst()
                    .orElse(null);
        } catch (ClassNotFoundException e) {
            return null; // A member of a module that this one does not know.
        }
    }

    /** Returns a method if this is its name and the types of its parameters, of which one may be a subtype. */
    private static Optional<Member> member(Method method, String signature) {
        String list = signature.substring(signature.indexOf('(') + 1, signature.length() - 1);
        String[] names = list.isEmpty() ? new String[0] : list.split(";", -1);
        Class<?>[] types = method.getParameterTypes();
        if (!signature.startsWith(method.getName() + "(") || names.length != types.length) {
            return Optional.empty();
        }
        int parameter = -1;
        Class<?> argument = null;
        for (int i = 0; i < types.length; i++) {
            if (!types[i].getSimpleName().equals(names[i])) {
                argument = subtype(types[i], names[i]);
                if (argument == null) {
                    return Optional.empty();
                }
                parameter = i;
            }
        }
        return Optional.of(new Member(method, parameter, argument));
    }

    /** Returns the subtype of a type, in its package, that has this name. */
    private static @Nullable Class<?> subtype(Class<?> type, String name) {
        try {
            Class<?> found = Class.forName(type.getPackageName() + "." + name, false, type.getClassLoader());
            return type.isAssignableFrom(found) ? found : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Returns a method and its parameters, without the return type. */
    static String key(String name, String descriptor) {
        return name + descriptor.substring(0, descriptor.indexOf(')') + 1);
    }

    private void defaults(Class<?> type) {
        String file = "/" + Type.getInternalName(type) + ".class";
        try (InputStream bytes = Objects.requireNonNull(type.getResourceAsStream(file))) {
            new ClassReader(bytes)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public MethodVisitor visitMethod(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String signature,
                                        String @Nullable [] exceptions) {
                                    return new MethodVisitor(Opcodes.ASM9) {
                                        @Override
                                        public void visitLdcInsn(Object value) {
                                            if (value instanceof String text
                                                    && text.startsWith("ibv_")
                                                    && !NO_EVIDENCE.contains(name)) {
                                                operations.putIfAbsent(key(name, descriptor), text);
                                            }
                                        }
                                    };
                                }
                            },
                            ClassReader.SKIP_DEBUG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the members by their names in the tables. */
    Map<String, Member> members() {
        return members;
    }

    /** Returns the C function of an operation of a provider. */
    @Nullable String operation(String name, String descriptor) {
        return operations.get(key(name, descriptor));
    }

    /** Returns the C functions of which an operation of a provider tells whether they succeeded. */
    Stream<String> operations() {
        return Stream.concat(operations.values().stream(), Evidence.dataPath().stream())
                .distinct()
                .filter(symbols::contains);
    }
}
