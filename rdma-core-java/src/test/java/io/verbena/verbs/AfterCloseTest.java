package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.DmaHints;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.HashFunction;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimit;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.TagMatchingSize;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.path.IbPath;
import io.verbena.verbs.flow.AesGcmKey;
import io.verbena.verbs.flow.EspAction;
import io.verbena.verbs.flow.EspAssociation;
import io.verbena.verbs.flow.FlowRule;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tries every method of every object after its device was closed: it refuses, or tells what no device is asked for. */
class AfterCloseTest {
    /** Methods that return stored or derived values and therefore work after the close. */
    private static final Set<String> TOLD_ALL_THE_SAME = Set.of(
            "Context.device",
            "MemoryRegion.domain",
            "MemoryRegion.address",
            "MemoryRegion.length",
            "MemoryRegion.localKey",
            "MemoryRegion.remoteKey",
            "MemoryRegion.buffer",
            "MemoryRegion.change",
            "DeviceMemory.length",
            "Context.nanoTime",
            "Context.nanosPerCycle",
            "DmaHandle.hints",
            "DriverBuffer.length",
            "MemoryWindow.type",
            "AddressHandle.address",
            "ProtectionDomain.context",
            "ProtectionDomain.queuePair",
            "CompletionQueue.batch",
            "CompletionChannel.events",
            "CompletionQueue.events",
            "SharedReceiveQueue.tags",
            "SharedReceiveQueue.receiveRequests",
            "WorkQueue.number",
            "WorkQueue.attributes",
            "WorkQueue.receiveRequests",
            "IndirectionTable.size",
            "QueuePair.domain",
            "QueuePair.number",
            "QueuePair.type",
            "QueuePair.capacity",
            "QueuePair.sendRequests",
            "QueuePair.receiveRequests",
            "Flow.rule");

    private static final DomainAllocator NO_MEMORY = request -> Optional.empty();
    private static final EspAction ESP = EspAction.of(EspAssociation.of(1), AesGcmKey.of(new byte[16], 0));

    private final StandInDriver driver = new StandInDriver();
    private final Context context = driver.context();
    private final ProtectionDomain domain = context.protectionDomain();
    private final CompletionChannel channel = context.completionChannel();
    private final CompletionQueue queue = context.completionQueue(4, channel, 0);
    private final ThreadDomain threads = context.threadDomain();
    private final DeviceMemory memory = context.deviceMemory(64, 0);
    private final XrcDomain xrcDomain = context.xrcDomain();
    private final Counters counters = context.counters();
    private final MemoryRegion region = domain.register(ByteBuffer.allocateDirect(64), AccessFlag.LOCAL_WRITE);
    private final MemoryRegion deviceRegion = domain.register(memory, 0, 64, AccessFlag.LOCAL_WRITE);
    private final DmaHandle hints = context.dmaHandle(DmaHints.NONE);
    private final DriverBuffer buffer = domain.driverBuffer(64);
    private final MemoryRange range = new MemoryRange(region, 0, 8);
    private final MemoryWindow window = domain.window(WindowType.TYPE_1);
    private final AddressHandle way = domain.addressHandle(AddressVector.to(1, Lid.of(4)));
    private final SharedReceiveQueue shared = domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(4, 1));
    private final SharedReceiveQueue ofXrc =
            domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(4, 1), xrcDomain, queue);
    private final WorkQueue workQueue = domain.workQueue(WorkQueueAttributes.of(4, 1), queue);
    private final IndirectionTable table = context.indirectionTable(List.of(workQueue, workQueue));
    private final QueuePair pair =
            domain.queuePair(QueuePairType.RC).completions(queue).create();
    private final QueuePair hashed = domain.queuePair(QueuePairType.RAW_PACKET)
            .spreadsOver(table, ReceiveHash.of(HashFunction.TOEPLITZ, new byte[40]))
            .create();
    private final QueuePair receiver =
            domain.queuePair(QueuePairType.XRC_RECEIVE).in(xrcDomain).create();
    private final ProtectionDomain parent = domain.within(threads);
    private final FlowAction action = context.flowAction(ESP);
    private final Flow flow = hashed.steer(FlowRule.port(1), action, counters);

    private List<VerbsObject> all() {
        return List.of(
                context, domain, channel, queue, threads, memory, xrcDomain, counters, region, window, way, shared,
                workQueue, table, pair, flow, action, hints, buffer);
    }

    private final Map<Class<?>, Object> arguments = new LinkedHashMap<>();

    private Object argument(Class<?> type) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), type == AccessFlag[].class ? 0 : 1);
            if (Array.getLength(array) == 1) {
                Array.set(array, 0, argument(type.getComponentType()));
            }
            return array;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        Object known = arguments.get(type);
        if (known == null) {
            throw new AssertionError("name an argument of " + type + " for this test");
        }
        return known;
    }

    private void prepareArguments() {
        arguments.put(int.class, 1);
        arguments.put(long.class, 1L);
        arguments.put(boolean.class, true);
        arguments.put(Set.class, Set.of());
        arguments.put(List.class, List.of(workQueue));
        arguments.put(Duration.class, Duration.ZERO);
        arguments.put(Deadline.class, Deadline.in(Duration.ZERO));
        arguments.put(Path.class, Path.of("/dev/null"));
        arguments.put(ByteBuffer.class, ByteBuffer.allocateDirect(40));
        arguments.put(Gid.class, Gid.ZERO);
        arguments.put(IbPath.class, IbPath.to(Lid.of(4)));
        arguments.put(FlowRule.class, FlowRule.port(1));
        arguments.put(AddressVector.class, AddressVector.to(1, Lid.of(4)));
        arguments.put(SharedReceiveQueueAttributes.class, SharedReceiveQueueAttributes.of(1, 1));
        arguments.put(TagMatchingSize.class, new TagMatchingSize(1, 1));
        arguments.put(WorkQueueAttributes.class, WorkQueueAttributes.of(1, 1));
        arguments.put(QueuePairCapacity.class, QueuePairCapacity.SMALL);
        arguments.put(RateLimit.class, RateLimit.of(1));
        arguments.put(EnhancedConnection.class, new EnhancedConnection(0, 0));
        arguments.put(QueuePairAttributes.class, new QueuePairAttributes());
        arguments.put(QueuePairSetup.class, QueuePairSetup.port(1).to(AddressVector.to(1, Lid.of(4)), 1));
        arguments.put(MemoryRange.class, range);
        arguments.put(EspAction.class, ESP);
        arguments.put(DomainAllocator.class, NO_MEMORY);
        arguments.put(DmaHints.class, DmaHints.NONE);
        arguments.put(SendRequests.class, pair.sendRequests(1).send(1).segment(region, 0, 8));
        arguments.put(ReceiveRequests.class, pair.receiveRequests(1).receive(1).segment(region, 0, 8));
        CompletionBatch batch = queue.batch(1);
        batch.taken(1);
        arguments.put(CompletionBatch.class, batch);
        arguments.put(WorkCompletion.class, batch.get(0));
        all().forEach(object -> arguments.put(object.getClass(), object));
    }

    @TestFactory
    Stream<DynamicTest> everyMethodRefuses() {
        prepareArguments();
        context.close();
        return all().stream()
                .flatMap(object -> Arrays.stream(object.getClass().getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                        .filter(method -> !method.getName().equals("toString"))
                        .filter(method -> !TOLD_ALL_THE_SAME.contains(name(method)))
                        .map(method ->
                                DynamicTest.dynamicTest(method.toGenericString(), () -> refuses(object, method))));
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private void refuses(VerbsObject object, Method method) throws IllegalAccessException {
        Object[] given =
                Arrays.stream(method.getParameterTypes()).map(this::argument).toArray();
        try {
            Object answer = method.invoke(object, given);
            throw new AssertionError(name(method) + " of a closed object answered " + answer);
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).isInstanceOf(ClosedObjectException.class).hasMessageContaining("is closed");
        }
    }

    @Test
    void everyListedMethodIsThere() {
        Set<String> methods = new TreeSet<>();
        all().forEach(object ->
                Arrays.stream(object.getClass().getDeclaredMethods()).forEach(method -> methods.add(name(method))));
        assertThat(methods).containsAll(TOLD_ALL_THE_SAME);
        context.close();
    }

    @Test
    void whatAQueueOfTagsPostsIsRefusedToo() {
        TagList tags = domain.sharedReceiveQueue(
                        SharedReceiveQueueAttributes.of(4, 1), new TagMatchingSize(4, 2), queue)
                .tags();
        context.close();

        for (Runnable call : List.<Runnable>of(
                () -> tags.add(1, 2, 3, 4, 0), () -> tags.delete(1, 2, 0), () -> tags.synchronize(1, 0))) {
            assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(call::run);
        }
    }

    @Test
    void whatUsesAnObjectIsGivenBackBeforeIt() {
        assertThat(List.of(deviceRegion, parent)).noneMatch(VerbsObject::isClosed);
        pair.close();
        receiver.close();
        driver.calls();

        context.close();

        List<String> order = driver.calls();
        before(order, "destroyFlow", "destroyQueuePair");
        before(order, "destroyFlow", "destroyCounters");
        before(order, "destroyFlow", "destroyAction");
        before(order, "destroyQueuePair", "destroyTable");
        before(order, "destroyTable", "destroyWorkQueue");
        before(order, "destroyWorkQueue", "destroyCompletionQueue");
        before(order, "destroySharedReceiveQueue", "closeXrcDomain");
        before(order, "deregisterMemory", "freeDeviceMemory");
        before(order, "deallocateProtectionDomain", "deallocateThreadDomain");
        assertThat(order).filteredOn("deallocateProtectionDomain"::equals).hasSize(2);
        assertThat(order).last().isEqualTo("close");
    }

    @Test
    void anAllocatorIsEndedAfterTheLastDomainThatTakesMemoryFromIt() {
        ProtectionDomain outer = domain.within(threads, NO_MEMORY);
        outer.completionQueue(4, null, 0, Set.of());
        driver.calls();

        outer.close();

        assertThat(driver.calls())
                .containsExactly("destroyCompletionQueue", "deallocateProtectionDomain", "destroyAllocator");
    }

    @Test
    void anAllocatorIsEndedIfThereIsNoDomain() {
        driver.answer("allocateParentDomain", given -> {
            throw new UnsupportedException("ibv_alloc_parent_domain", "stand-in", Errno.EOPNOTSUPP, "");
        });
        driver.calls();

        assertThatExceptionOfType(UnsupportedException.class).isThrownBy(() -> domain.parentDomain(NO_MEMORY));

        assertThat(driver.calls()).containsExactly("createAllocator", "allocateParentDomain", "destroyAllocator");
    }

    @Test
    void anXrcDomainIsClosedAfterItsReceivers() {
        driver.calls();

        xrcDomain.close();

        assertThat(List.of(receiver, ofXrc)).allMatch(VerbsObject::isClosed);
        assertThat(driver.calls()).containsExactly("destroyQueuePair", "destroySharedReceiveQueue", "closeXrcDomain");
        context.close();
    }

    /** The last of the one comes before the first of the other. */
    private static void before(List<String> order, String earlier, String later) {
        assertThat(order).contains(earlier, later);
        assertThat(order.lastIndexOf(earlier)).as(earlier + " before " + later).isLessThan(order.indexOf(later));
    }
}
