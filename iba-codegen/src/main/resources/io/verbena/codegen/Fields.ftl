<#-- The methods that read the fields of a record in a buffer. -->
package io.verbena.verbs;

import io.verbena.hca.*;
import io.verbena.spi.verbs.${layout.name};
import java.nio.ByteBuffer;

/** Reads the fields of a {@link ${layout.name}} in a buffer. */
abstract class ${layout.fieldsName()} {
    final ByteBuffer bytes;
    final int at;

    ${layout.fieldsName()}(ByteBuffer bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }
<#list layout.readers as getter>
<#assign place = "at + ${layout.name}.${getter.value.name}">

    /** ${getter.comment} */
    public <@type getter/> ${getter.name}() {
<#if getter.value.accessor?has_content>
        return <#if getter.type?matches("[a-z]+")><@raw getter.value.size/><#else>${getter.type}.of(<@raw getter.value.size/>)</#if>;
<#else>
        return (bytes.getInt(at + ${layout.name}.${getter.type}) & ${layout.name}.${getter.value.name}) != 0;
</#if>
    }
</#list>
}
<#macro type getter>${getter.value.accessor?has_content?then(getter.type, "boolean")}</#macro>
<#macro raw size>
<#switch size>
<#on 8>bytes.getLong(${place})<#t>
<#on 4>bytes.getInt(${place})<#t>
<#on 2>bytes.getShort(${place}) & 0xffff<#t>
<#on 1>bytes.get(${place}) & 0xff<#t>
</#switch>
</#macro>
