<#-- Attributes of the table of verbs as a record with a builder. -->
package io.verbena.hca;

import io.verbena.iba.*;
import java.util.Set;

/**
 * ${attributes.title}.
 *
<#list attributes.components as attribute>
 * @param ${attribute.name} ${attribute.comment}
</#list>
 */
public record ${attributes.name}(<#list attributes.components as attribute>${attribute.javaType()} ${attribute.name}<#sep>, </#list>) {
    /** Returns a builder, whose attributes are 0, empty or unknown until they are set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }

    /** Builds {@link ${attributes.name}}. */
    public static final class Builder {
<#list attributes.components as attribute>
        private ${attribute.javaType()} ${attribute.name}<@initial attribute.type/>;
</#list>

        private Builder() {}
<#list attributes.components as attribute>

        /** Sets an attribute: ${attribute.phrase()}. */
        public Builder ${attribute.name}(${attribute.javaType()} value) {
            ${attribute.name} = value;
            return this;
        }
</#list>

        /** Returns the attributes. */
        public ${attributes.name} build() {
            return new ${attributes.name}(<#list attributes.components as attribute>${attribute.name}<#sep>, </#list>);
        }
    }
}
<#macro initial type>
<#switch type>
<#on "int", "long", "unsigned", "boolean">
<#on "String"> = ""<#t>
<#on "Gid"> = Gid.ZERO<#t>
<#on "LaneSpeed"> = LaneSpeed.UNKNOWN<#t>
<#on "QueuePairTypes"> = Set.of()<#t>
<#default>
<#if type?contains("<")> = ${type?keep_before("<")}.of()<#elseif table.isRecord(type)> = ${type}.builder().build()<#else> = ${type}.of(0)</#if><#t>
</#switch>
</#macro>
