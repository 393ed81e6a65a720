<#-- The class that implements operations of a provider by C functions; subclasses implement the others. -->
package io.verbena.linux;

import io.verbena.jni.${provider.library}.*;
import ${provider.packageName()}.*;
import java.lang.ref.Reference;
<#include "imports.ftl">

/** Implements operations of {@link ${provider.name}} by one C function each. */
abstract class ${provider.linux} {
<#if provider.constructor?has_content>
    ${provider.linux?keep_before(" ")}(${provider.constructor}) {
        super(<#list provider.constructor?split(", ") as parameter>${parameter?keep_after_last(" ")}<#sep>, </#list>);
    }
</#if>
<#list provider.operations?filter(operation -> operation.linux??) as operation>
<#assign statement = (operation.signature.type == "void")?then("", "return ") + functions.result(provider, operation)>
<#assign used = operation.signature.parameters?filter(each -> each.type == "RecordMemory" || each.type == "ByteBuffer")>

    @Override
    public ${operation.signature.head()} {
<#if used?has_content>
        try {
            ${statement};
        } finally {
<#list used as memory>
            Reference.reachabilityFence(${memory.name});
</#list>
        }
<#else>
        ${statement};
</#if>
    }
</#list>
}
