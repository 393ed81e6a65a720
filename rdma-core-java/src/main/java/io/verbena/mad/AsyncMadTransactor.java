package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SubnSet;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.spi.MadAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remote procedure calls whose answers come as futures. What hangs on a future runs on the reader of the end port: it may
 * ask more, but must not wait. Cancelling a future takes its request back. Safe for use by several threads.
 *
 * <p>The futures fail with the same exceptions that {@link MadTransactor} throws.
 */
public final class AsyncMadTransactor {
    private final MadPort port;
    private final MadOptions options;

    AsyncMadTransactor(MadPort port, MadOptions options) {
        this.port = port;
        this.options = options;
    }

    /** Reads an attribute of a port or node; see {@link MadTransactor#subnGet(Class, Path, long)}. */
    public <T extends Structure & SubnGet> CompletableFuture<T> subnGet(Class<T> type, Path path, long modifier) {
        return future(() -> subn(MadMethod.GET, Layout.forType(type), null, path, modifier));
    }

    /** Reads an attribute of a node, which needs no modifier. */
    public <T extends Structure & SubnGet> CompletableFuture<T> subnGet(Class<T> type, Path path) {
        return subnGet(type, path, 0);
    }

    /** Writes an attribute of a port or node; see {@link MadTransactor#subnSet(Structure, Path, long)}. */
    @SuppressWarnings("unchecked")
    public <T extends Structure & SubnSet> CompletableFuture<T> subnSet(T payload, Path path, long modifier) {
        return future(() -> subn(MadMethod.SET, (Layout<T>) payload.layout(), payload, path, modifier));
    }

    /** Asks the subnet administration for one record; see {@link MadTransactor#subnAdmGet}. */
    @SuppressWarnings("unchecked")
    public <T extends Structure & SubnAdmGet> CompletableFuture<T> subnAdmGet(
            T template, long componentMask, IbPath administration) {
        return future(() -> subnAdm((Layout<T>) template.layout(), template, componentMask, administration));
    }

    /** What cannot even be asked fails as what is not answered does. */
    private static <T extends Structure> CompletableFuture<T> future(Supplier<PendingCall<T>> call) {
        try {
            return call.get().future;
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Asks anything; see {@link MadTransactor#call}. */
    public CompletableFuture<DecodedMad> call(MadRequest request, Path path) {
        return any(request, path).future.thenApply(MadDecoder::decodeWhole);
    }

    PendingCall<? extends Structure> any(MadRequest request, Path path) {
        ManagementClass managementClass = request.managementClass();
        byte[] mad = MadCodec.request(managementClass, request.method(), request.attributeId(), request.modifier());
        if (request.payload() != null) {
            MadCodec.put(mad, managementClass, request.payload());
        }
        if (managementClass == ManagementClass.SUBNET_ADMINISTRATION) {
            MadCodec.componentMask(mad, request.componentMask());
        }
        Layout<?> format = MadFormats.of(managementClass.code());
        if (path instanceof DirectedPath route) {
            if (managementClass != ManagementClass.SUBNET_DIRECTED_ROUTE) {
                throw new RdmaException(request + " cannot travel by directed route; give a LID");
            }
            MadCodec.route(mad, route);
            return whole(managementClass, format, mad, path, MadAddress.DIRECTED);
        }
        IbPath resolved = requireResolved(path);
        int lid = resolved.dlid().bits();
        MadAddress destination = managementClass == ManagementClass.SUBNET_LID_ROUTED
                ? MadAddress.subnetManagement(lid, resolved.sl())
                : MadAddress.generalService(lid, resolved.sl(), 0);
        return whole(managementClass, format, mad, path, destination);
    }

    /** A call whose answer is the whole datagram. */
    private <T extends Structure> PendingCall<T> whole(
            ManagementClass managementClass, Layout<T> format, byte[] request, Path path, MadAddress destination) {
        PendingCall<T> call = new PendingCall<>(
                new MadExchange(path, format, request),
                request,
                destination,
                port.agent(managementClass),
                format,
                0,
                options);
        port.submit(call);
        return call;
    }

    <T extends Structure> PendingCall<T> subn(
            MadMethod method, Layout<T> layout, @Nullable Structure payload, Path path, long modifier) {
        boolean directed = path instanceof DirectedPath;
        ManagementClass managementClass =
                directed ? ManagementClass.SUBNET_DIRECTED_ROUTE : ManagementClass.SUBNET_LID_ROUTED;
        byte[] request = MadCodec.request(managementClass, method, layout, modifier);
        if (payload != null) {
            MadCodec.put(request, managementClass, payload);
        }
        if (path instanceof DirectedPath route) {
            MadCodec.route(request, route);
            return call(managementClass, layout, request, path, MadAddress.DIRECTED);
        }
        IbPath resolved = requireResolved(path);
        return call(
                managementClass,
                layout,
                request,
                path,
                MadAddress.subnetManagement(resolved.dlid().bits(), resolved.sl()));
    }

    <T extends Structure> PendingCall<T> subnAdm(
            Layout<T> layout, T template, long componentMask, IbPath administration) {
        ManagementClass managementClass = ManagementClass.SUBNET_ADMINISTRATION;
        byte[] request = MadCodec.request(managementClass, MadMethod.GET, layout, 0);
        MadCodec.componentMask(request, componentMask);
        MadCodec.put(request, managementClass, template);
        IbPath resolved = requireResolved(administration);
        return call(
                managementClass,
                layout,
                request,
                resolved,
                MadAddress.generalService(resolved.dlid().bits(), resolved.sl(), 0));
    }

    private static IbPath requireResolved(Path path) {
        if (path instanceof IbPath ibPath && ibPath.isResolved()) {
            return ibPath;
        }
        throw new RdmaException(path + " has no LID yet; resolve it with the subnet administration, or by discovery");
    }

    private <T extends Structure> PendingCall<T> call(
            ManagementClass managementClass, Layout<T> layout, byte[] request, Path path, MadAddress destination) {
        PendingCall<T> call = new PendingCall<>(
                new MadExchange(path, layout, request),
                request,
                destination,
                port.agent(managementClass),
                layout,
                MadCodec.payloadOffset(managementClass),
                options);
        port.submit(call);
        return call;
    }
}
