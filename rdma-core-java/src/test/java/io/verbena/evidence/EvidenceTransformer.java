package io.verbena.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** Adds calls of {@link Evidence} before the returns of methods. */
final class EvidenceTransformer implements ClassFileTransformer {
    private static final String EVIDENCE = Type.getInternalName(Evidence.class);
    private static final String LINUX = "io/verbena/linux/";
    private static final Set<String> CHECKS = Set.of("check", "handle", "newer");

    private final EvidenceTables tables;
    private final Map<String, List<Hook>> hooks = new HashMap<>();
    private final Set<String> failures = ConcurrentHashMap.newKeySet();

    /** A method to record, if the argument at a slot is of the type of its number; the slot counts from the first parameter. */
    private record Hook(Method method, int number, int slot) {}

    private interface Return {
        void before(MethodVisitor code, Type result);
    }

    EvidenceTransformer(EvidenceTables tables) {
        this.tables = tables;
        tables.members().forEach((name, member) -> {
            Class<?> type = type(name);
            Method method = member.method();
            boolean inherited = method.getDeclaringClass() != type;
            Class<?> required = member.argument() != null ? member.argument() : inherited ? type : null;
            int number = Evidence.number("member " + name, required);
            hooks.computeIfAbsent(
                            EvidenceTables.key(method.getName(), Type.getMethodDescriptor(method)),
                            key -> new ArrayList<>())
                    .add(new Hook(method, number, slot(method, member.parameter())));
        });
    }

    private static int slot(Method method, int parameter) {
        return parameter < 0
                ? -1
                : Stream.of(method.getParameterTypes())
                        .limit(parameter)
                        .mapToInt(type -> Type.getType(type).getSize())
                        .sum();
    }

    private static Class<?> type(String member) {
        try {
            return Class.forName(
                    member.substring(0, member.indexOf('#')), false, EvidenceTransformer.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the classes that could not be transformed. */
    Set<String> failures() {
        return failures;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || !name.startsWith("io/verbena/") || name.startsWith("io/verbena/evidence/")) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            Body body = new Body(writer, name);
            reader.accept(body, 0);
            return body.changed ? writer.toByteArray() : null;
        } catch (RuntimeException | LinkageError e) {
            failures.add(name + ": " + e);
            return null;
        }
    }

    private final class Body extends ClassVisitor {
        private final String owner;
        private List<String> supertypes = List.of();
        private boolean changed;

        Body(ClassVisitor next, String owner) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            supertypes = new ArrayList<>(interfaces == null ? List.of() : List.of(interfaces));
            if (superName != null) {
                supertypes.add(superName);
            }
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean withBody = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            List<Return> returns = withBody ? returns(access, name, descriptor) : List.of();
            changed |= !returns.isEmpty();
            Type result = Type.getReturnType(descriptor);
            return new MethodVisitor(Opcodes.ASM9, code) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                        returns.forEach(each -> each.before(mv, result));
                    }
                    super.visitInsn(opcode);
                }

                /** A lambda has no method of this name. */
                @Override
                public void visitMethodInsn(int opcode, String type, String called, String of, boolean isInterface) {
                    super.visitMethodInsn(opcode, type, called, of, isInterface);
                    for (Hook hook : isInterface
                            ? hooks.getOrDefault(EvidenceTables.key(called, of), List.of())
                            : List.<Hook>of()) {
                        if (isFunction(hook.method, type)) {
                            changed = true;
                            visitLdcInsn(hook.number);
                            call(this, "hit", "(I)V");
                        }
                    }
                }
            };
        }

        private List<Return> returns(int access, String name, String descriptor) {
            List<Return> found = new ArrayList<>();
            if (owner.startsWith(LINUX) && CHECKS.contains(name)) {
                check(found, access, descriptor);
            }
            String function = isVerbsProvider() ? tables.operation(name, descriptor) : null;
            if (function != null) {
                found.add(operation(name, Evidence.number("op " + function, null)));
            }
            if (isVerbsProvider() && (name.equals("postSendExtended") || name.equals("postSendOfDriver"))) {
                found.add((code, result) -> {
                    code.visitInsn(Opcodes.DUP2);
                    code.visitVarInsn(Opcodes.ALOAD, 3);
                    code.visitVarInsn(Opcodes.ILOAD, 4);
                    code.visitVarInsn(Opcodes.ILOAD, 5);
                    call(code, "sent", "(JLio/verbena/spi/verbs/RecordMemory;II)V");
                });
            }
            if (isVerbsProvider() && name.equals("pollExtended")) {
                found.add((code, result) -> {
                    code.visitInsn(Opcodes.DUP2);
                    code.visitVarInsn(Opcodes.LLOAD, 3);
                    call(code, "polled", "(JJ)V");
                });
            }
            for (Hook hook : hooks.getOrDefault(EvidenceTables.key(name, descriptor), List.of())) {
                if (isMember(hook.method)) {
                    found.add(member(hook, access));
                }
            }
            return found;
        }

        private boolean isFunction(Method method, String owner) {
            Class<?> declaring = method.getDeclaringClass();
            return Type.getInternalName(declaring).equals(owner)
                    && declaring.isAnnotationPresent(FunctionalInterface.class)
                    && !isFuture(method.getReturnType());
        }

        private boolean isVerbsProvider() {
            return owner.startsWith(LINUX + "Linux") || owner.startsWith("io/verbena/embedded/hca/Hca");
        }

        /** Whether this class declares the method of a table, or implements it. */
        private boolean isMember(Method method) {
            String declaring = Type.getInternalName(method.getDeclaringClass());
            return owner.equals(declaring)
                    || (Modifier.isAbstract(method.getModifiers())
                            && supertypes.stream().anyMatch(type -> isSubtype(type, method.getDeclaringClass())));
        }

        /** Reads the class file of a type: a class that a transformer loads is not transformed. */
        private boolean isSubtype(String type, Class<?> of) {
            if (type.equals(Type.getInternalName(of))) {
                return true;
            }
            if (!type.startsWith("io/verbena/")) {
                return false;
            }
            try (InputStream file = EvidenceTransformer.class.getResourceAsStream("/" + type + ".class")) {
                if (file == null) {
                    return false;
                }
                ClassReader reader = new ClassReader(file);
                return isSubtype(reader.getSuperName(), of)
                        || Stream.of(reader.getInterfaces()).anyMatch(each -> isSubtype(each, of));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void check(List<Return> found, int access, String descriptor) {
            int slot = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
            for (Type parameter : Type.getArgumentTypes(descriptor)) {
                if (parameter.getClassName().equals(String.class.getName())) {
                    int index = slot;
                    found.add((code, result) -> {
                        code.visitVarInsn(Opcodes.ALOAD, index);
                        call(code, "call", "(Ljava/lang/String;)V");
                    });
                    return;
                }
                slot += parameter.getSize();
            }
        }

        private Return operation(String name, int number) {
            return (code, result) -> {
                boolean posts = name.startsWith("post");
                boolean counts = name.equals("poll") || name.startsWith("await") || name.equals("requestNotification");
                if (posts && result.getSort() == Type.LONG) {
                    code.visitInsn(Opcodes.DUP2);
                    code.visitLdcInsn(number);
                    call(code, "posted", "(JI)V");
                } else if (counts) {
                    code.visitInsn(Opcodes.DUP);
                    code.visitLdcInsn(name.equals("requestNotification") ? 0 : 1);
                    code.visitLdcInsn(number);
                    call(code, "counted", "(III)V");
                } else {
                    code.visitLdcInsn(number);
                    call(code, "hit", "(I)V");
                }
            };
        }

        private Return member(Hook hook, int access) {
            return (code, result) -> {
                boolean future = result.getSort() == Type.OBJECT && isFuture(hook.method.getReturnType());
                boolean instance = (access & Opcodes.ACC_STATIC) == 0;
                boolean argument = hook.slot >= 0;
                if (argument) {
                    code.visitVarInsn(Opcodes.ALOAD, hook.slot + (instance ? 1 : 0));
                } else if (future) {
                    code.visitInsn(Opcodes.DUP);
                } else if (instance) {
                    code.visitVarInsn(Opcodes.ALOAD, 0);
                }
                code.visitLdcInsn(hook.number);
                call(
                        code,
                        argument ? "hitOf" : future ? "later" : instance ? "hitOf" : "hit",
                        argument || future || instance ? "(Ljava/lang/Object;I)V" : "(I)V");
            };
        }
    }

    private static boolean isFuture(Class<?> type) {
        return CompletionStage.class.isAssignableFrom(type);
    }

    private static void call(MethodVisitor code, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, EVIDENCE, name, descriptor, false);
    }
}
