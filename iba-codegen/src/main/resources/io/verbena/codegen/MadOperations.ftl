<#-- The operations of the management classes as default methods over call: one interface that waits, one of futures. -->
<#-- An operation whose request the table of operations cannot describe; the nested text is its Javadoc. -->
<#macro operation name parameters request response="" path="path" generics="">

    /**
<#nested>
     */
    default ${generics}<#if async>CompletableFuture<${(response == "")?then("MadExchange", response)}><#else>${(response == "")?then("void", response)}</#if> ${name}(${parameters}) {
        <#if async || response != "">return </#if>call(${request}, ${path});
    }
</#macro>
package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.*;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

<#if async>
/**
 * Sends management datagrams and returns futures of their responses. Dependents of a future run on the reader of the end
 * port: they may send further requests, but must not block. Cancelling a future abandons its request. Safe for use by several
 * threads.
 *
 * <p>The futures fail with the exceptions of {@link MadTransactor}. The future of an operation without a response completes on
 * the thread that sends the datagram.
 */
public interface AsyncMadTransactor extends AsyncSubnetManagement {
    /** Sends a request and returns a future of its response; see {@link MadOperations#call}. */
    <T> CompletableFuture<T> call(MadRequest<T> request, Path path);
<#else>
/**
 * Operations of the management classes. Each waits for its response, except operations without one, which return when the
 * datagram is sent.
 */
public interface MadOperations extends SubnetManagement {
    /**
     * Sends a request and returns its response.
     *
     * @throws MadTimeoutException if no response arrives
     * @throws MadStatusException if the request is refused for a reason of all classes
     * @throws MadClassException if the request is refused for a reason of its class
     * @throws MadException if the response is malformed
     * @throws RdmaException if the request cannot be sent, or the end port is lost
     */
    <T> T call(MadRequest<T> request, Path path);
</#if>
<#list operations as operation>
<#assign
    isAnswered = operation.isAnswered()
    response = isAnswered?then((operation.by == "TABLE")?then("List<T>", "T"), "MadExchange")
    returned = async?then("CompletableFuture<${response}>", isAnswered?then(response, "void"))
    isAdministration = operation.managementClass == "SUBNET_ADMINISTRATION"
    path = isAdministration?then("administration", "path")
    modifier = operation.modifier???then("modifier", "0")
    class = "ManagementClass." + operation.managementClass
    method = "MadMethod." + operation.method>

    /**
     * ${operation.title} (${operation.section}).
     *
<#switch operation.by>
<#on "TYPE">
     * @param type type of the attribute
<#on "PAYLOAD">
     * @param payload attribute to send, with all its fields
<#on "RECORD", "TABLE">
     * @param template components of the record
     * @param componentMask components of the template that count; 0 for none
</#switch>
<#if operation.by == "TABLE">
     * @param modifier attribute modifier; only PortInfoRecord has one (IBA 15.2.5.3)
</#if>
<#if operation.isRouted()>
     * @param path directed route, combined route or path with a LID
<#elseif isAdministration>
     * @param administration path to the subnet administration
<#else>
     * @param path path with a LID
</#if>
<#if operation.modifier??>
     * @param modifier ${operation.modifier}
</#if>
     */
<#if operation.marker == "SubnGet">
    @Override
</#if>
    default <T extends Structure & ${operation.marker}> ${returned} ${operation.name()}(<#switch operation.by><#on "TYPE">Class<T> type, <#on "PAYLOAD">T payload, <#on "RECORD">T template, long componentMask, <#on "TABLE">T template, long componentMask, long modifier, </#switch>${operation.isRouted()?then("Path", "IbPath")} ${path}<#if operation.modifier??>, long modifier</#if>) {
        <#if returned != "void">return </#if>call(<#if !isAnswered>MadRequest.unanswered(${class}, ${method}, payload)<#else><#switch operation.by><#on "TYPE">MadRequest.get(${class}, type, ${modifier})<#on "PAYLOAD">MadRequest.carrying(${class}, ${method}, payload, ${modifier})<#on "RECORD">MadRequest.record(${method}, template, componentMask)<#on "TABLE">MadRequest.table(template, componentMask, modifier)</#switch></#if>, ${path});
    }
</#list>
<@operation name="subnAdmGetTable" generics="<T extends Structure & SubnAdmGetTable> " response="List<T>"
        parameters="T template, long componentMask, IbPath administration"
        request="MadRequest.table(template, componentMask, 0)" path="administration">
     * Reads all records of the subnet administration that match a template (IBA 15.4). The list is unmodifiable and holds
     * the received bytes; each access creates a view of its row.
     *
     * @param template components of the records
     * @param componentMask components of the template that count (see {@link Layout#componentMask}); 0 for all records
     * @param administration path to the subnet administration
     * @return the records, in the order of the subnet administration; empty if none matches
</@operation>
<@operation name="subnAdmGetTraceTable" response="List<TraceRecord>"
        parameters="PathRecord template, long componentMask, IbPath administration"
        request="MadRequest.traceTable(template, componentMask)" path="administration">
     * Reads the hops of a path (IBA 15.2.5.19). Few subnet managers support this.
     *
     * @param template the path
     * @param componentMask components of the template that count
     * @return the hops, from first to last
</@operation>
<@operation name="subnAdmGetMulti" response="List<PathRecord>"
        parameters="MultiPathRecord template, long componentMask, IbPath administration"
        request="MadRequest.multiPath(template, componentMask)" path="administration">
     * Reads the paths between two sets of ports (IBA 15.2.5.20).
     *
     * @param template the ports, and properties of the paths
     * @param componentMask components of the template that count
</@operation>
<@operation name="bmSend" parameters="int attributeId, long modifier, byte[] data, IbPath path"
        request="MadRequest.unanswered(ManagementClass.BASEBOARD_MANAGEMENT, attributeId, modifier, data)">
     * Sends a command to a baseboard (IBA 16.2). The baseboard replies with a command of its own.
     *
     * @param attributeId the command
     * @param modifier bit 0 is set in a reply to a command
     * @param data parameters of the command, at most 192 bytes
     * @throws IllegalArgumentException if the data exceed a datagram
</@operation>
<#assign vendorParameters = "VendorClass vendor, int attributeId, long modifier, byte[] data, IbPath path">
<@operation name="vendorGet" response="byte[]" parameters=vendorParameters
        request="MadRequest.vendor(vendor, MadMethod.GET, attributeId, modifier, data)">
     * Reads an attribute of a vendor class (IBA 16.5).
     *
     * @param data data behind the class header; from class 0x30 on they may exceed a datagram
     * @return the data behind the class header of the response
     * @throws IllegalArgumentException if the data exceed a datagram and the class has no RMPP
</@operation>
<@operation name="vendorSet" response="byte[]" parameters=vendorParameters
        request="MadRequest.vendor(vendor, MadMethod.SET, attributeId, modifier, data)">
     * Writes an attribute of a vendor class (IBA 16.5).
     *
     * @param data data behind the class header; from class 0x30 on they may exceed a datagram
     * @return the data behind the class header of the response
     * @throws IllegalArgumentException if the data exceed a datagram and the class has no RMPP
</@operation>
<@operation name="vendorSend" parameters=vendorParameters
        request="MadRequest.vendorUnanswered(vendor, attributeId, modifier, data)">
     * Sends a message of a vendor class (IBA 16.5), which has no response.
     *
     * @throws IllegalArgumentException if the data exceed a datagram and the class has no RMPP
</@operation>
}
