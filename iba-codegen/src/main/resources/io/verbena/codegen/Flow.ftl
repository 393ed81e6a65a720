<#--
A flow specification as a record, whose methods return copies that match something else and which writes itself as C lays it
out. A specification of several types has the type as its first component.
-->
<#assign hasProtocol = header.types?size gt 1 names = hasProtocol?then(["protocol"], []) + header.fields?map(field -> field.name) + ["inner"]>
package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * ${header.title}: {@code struct ${header.struct}}.
 *
<#if hasProtocol>
 * @param protocol the protocol
</#if>
<#list header.fields as field>
 * @param ${field.name} ${field.comment} (${field.bits} bits)
</#list>
 * @param inner whether the header is inside a tunnel
 */
public record ${header.name}(<#if hasProtocol>Protocol protocol, </#if><#list header.fields as field>${field.match()} ${field.name}, </#list>boolean inner) implements FlowSpec {
<#if hasProtocol>
    /** A protocol that has this header. */
    public enum Protocol {
<#list header.types as constant, code>
        /** ${constant} ({@code ${code.check}}). */
        ${constant}(${code.value})<#sep>,
</#list>;

        private final int type;

        Protocol(int type) {
            this.type = type;
        }
    }
</#if>
<#list header.types?keys as constant>

    /** Matches every <#if hasProtocol>packet of ${constant}<#else>such header</#if>. */
    public static final ${header.name} ${constant} = new ${header.name}(<#if hasProtocol>Protocol.${constant}, </#if><#list header.fields as field>${field.match()}.ANY, </#list>false);
</#list>

    /** Refuses a value or a mask that has more bits than its field. */
    public ${header.name} {
<#list header.fields?filter(field -> !field.isAddress()) as field>
        ${field.name}.requireBits("${header.name}.${field.name}", ${field.bits});
</#list>
    }
<#list header.fields as field>

    /** Returns a copy that matches ${field.comment} (${field.bits} bits) as given. */
    public ${header.name} ${field.name}(${field.match()} match) {
        return new ${header.name}(<@copy field.name "match"/>);
    }
</#list>

    /** Returns a copy that matches a header inside a tunnel. */
    public ${header.name} within() {
        return new ${header.name}(<@copy "inner" "true"/>);
    }

    @Override
    public int length() {
        return ${header.size};
    }

    @Override
    public void write(ByteBuffer record) {
        ByteBuffer spec = FlowRule.begin(record, ${hasProtocol?then("protocol.type", header.types?values?first.value)}, inner, ${header.size});
<#list header.fields as field>
        ${field.name}.write(spec, ${header.value + field.offset}, ${header.mask + field.offset}<#if !field.isAddress()>, ${field.size()}, ${field.bits}</#if>);
</#list>
    }
}
<#macro copy component value><#list names as name>${(name == component)?then(value, name)}<#sep>, </#list></#macro>
