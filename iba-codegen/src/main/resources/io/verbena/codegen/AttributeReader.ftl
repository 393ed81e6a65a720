<#-- The class that fills the builders of attributes from C structures. -->
package io.verbena.linux;

import io.verbena.hca.*;
import io.verbena.iba.*;
import io.verbena.jni.CText;
import io.verbena.jni.verbs.*;

/** Reads attributes from the structures of libibverbs. */
final class AttributeReader {
    private AttributeReader() {}
<#list table.structures as structure>
<#list structure.attributes as attributes>

    static ${attributes.name}.Builder ${attributes.name?uncap_first}(${structure.name} from) {
        return ${attributes.name}.builder()<#list attributes.components as attribute><#if table.isRecord(attribute.type)>

                .${attribute.name}(${attribute.type?uncap_first}(from).build())<#elseif attribute.accessor?has_content>

                .${attribute.name}(<@value structure attribute/>)</#if></#list>;
    }
</#list>
</#list>
}
<#macro value structure attribute><#compress>
<#local bits = "from." + attribute.member() + attribute.operators?has_content?then(" " + attribute.operators, "")>
<#local unsigned = structure.isLong(attribute.member())?then(bits, "Integer.toUnsignedLong(${bits})") type = attribute.type>
<#switch type>
<#on "int", "long">${bits}
<#on "unsigned">${unsigned}
<#on "boolean">(${bits}) != 0
<#on "String">CText.of(${bits})
<#on "Gid">AttributeStructs.gid(${bits})
<#on "QueuePairTypes">AttributeStructs.queuePairTypes(${bits})
<#default>
<#if type?starts_with("Flags<")>Flags.of(${attribute.argument()}.class, ${unsigned})
<#elseif type?ends_with(">")>WireEnum.setOf(${attribute.argument()}.class, ${unsigned})
<#else>${type}.of(${bits})
</#if>
</#switch>
</#compress></#macro>
