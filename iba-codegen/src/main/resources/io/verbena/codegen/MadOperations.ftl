<#-- The operations of the management classes as default methods over call: one interface that waits, one of futures. -->
package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.iba.*;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

<#if async>
/** Operations of the management classes that return futures. The futures fail with the exceptions of {@link MadOperations}. */
public interface AsyncMadOperations extends AsyncSubnetManagement {
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
}
