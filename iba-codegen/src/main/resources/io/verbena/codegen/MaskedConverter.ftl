<#-- The code that converts attributes that a mask selects to and from a C structure. -->
package io.verbena.linux;

import io.verbena.hca.*;
import io.verbena.iba.*;
import ${structure.packageName()}.${structure.name};
import java.util.Set;

/** Converts {@link ${masked.name}} to and from {@link ${structure.name}}. */
final class ${masked.name}Converter {
    private ${masked.name}Converter() {}

    static ${structure.name} write(${masked.name} from) {
        ${structure.name} to = new ${structure.name}();
        from.set().forEach(attribute -> write(to, attribute, from));
        return to;
    }

    private static void write(${structure.name} to, ${masked.mask} attribute, ${masked.name} from) {
        switch (attribute) {
<#list masked.setters as attribute>
            case ${attribute.name} -> <@write attribute attribute.accessor/>;
</#list>
        }
    }

    static ${masked.name} read(${structure.name} from, Set<${masked.mask}> attributes) {
        ${masked.name} to = new ${masked.name}();
        attributes.forEach(attribute -> read(to, attribute, from));
        return to;
    }

    private static void read(${masked.name} to, ${masked.mask} attribute, ${structure.name} from) {
        switch (attribute) {
<#list masked.setters as attribute>
            case ${attribute.name} -> to.${attribute.camelCase()}(<@read attribute attribute.accessor/>);
</#list>
        }
    }
}
<#macro write attribute member><#compress>
<#local value = "from.get(attribute, ${attribute.type}.class)">
<#if attribute.isNumber()>to.${member} = from.number(attribute)
<#elseif attribute.isSet()>to.${member} = (int) WireEnum.bitsOf(from.${attribute.camelCase()}())
<#elseif attribute.type == "boolean">to.${member} = from.get(attribute, Boolean.class) ? 1 : 0
<#elseif attribute.isGroup()>to.${member}(AttributeStructs.write(${value}))
<#elseif member?has_content>to.${member} = ${value}.code()
<#else>AttributeStructs.write(to, ${value})
</#if>
</#compress></#macro>
<#macro read attribute member><#compress>
<#if attribute.isLimited()>from.${member} & ${attribute.type}
<#elseif attribute.isNumber()>from.${member}
<#elseif attribute.isSet()>WireEnum.setOf(${attribute.argument()}.class, Integer.toUnsignedLong(from.${member}))
<#elseif attribute.type == "boolean">from.${member} != 0
<#elseif attribute.isGroup()>AttributeStructs.read(from.${member}())
<#elseif member?has_content>${attribute.type}.of(from.${member})
<#else>AttributeStructs.read${attribute.type}(from)
</#if>
</#compress></#macro>
