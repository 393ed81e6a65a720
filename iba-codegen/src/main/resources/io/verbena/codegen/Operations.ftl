<#-- The interface of a provider. -->
<#include "javadoc.ftl">
package ${provider.packageName()};

<#include "imports.ftl">

<@javadoc provider.comment/>
public interface ${provider.name} {
<#if provider.operations?filter(operation -> operation.unsupported??)?has_content>
    /** Returns the exception that the default methods throw, for the C function {@code call}. */
    UnsupportedException unsupported(String call);
</#if>
<#list provider.operations?filter(operation -> operation.comment?has_content) as operation>

<@javadoc operation.comment "    "/>
<#if operation.unsupported??>
    default ${operation.signature.head()} {
        throw unsupported("${operation.unsupported}");
    }
<#elseif operation.missing??>
    default ${operation.signature.head()} {
        return ${operation.missing};
    }
<#else>
    ${operation.signature.head()};
</#if>
</#list>
}
