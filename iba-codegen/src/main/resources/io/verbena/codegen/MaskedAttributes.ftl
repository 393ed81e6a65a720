<#-- Attributes that a mask selects. The superclass is not generated and has the other methods. -->
package io.verbena.hca;

import io.verbena.iba.*;
import java.util.Set;

/** ${masked.title}. */
public final class ${masked.name} extends ${masked.mask}Values {
    /** Creates a set without attributes. */
    public ${masked.name}() {}
<#list masked.setters as attribute>

    /** Sets ${attribute.comment}. */
    public ${masked.name} ${attribute.camelCase()}(${attribute.isNumber()?then("int", attribute.type)} value) {
        put(${masked.mask}.${attribute.name}, <#if attribute.isLimited()>range(${masked.mask}.${attribute.name}, value, ${attribute.type})<#elseif attribute.isSet()>copy(value)<#else>value</#if>);
        return this;
    }
</#list>
}
