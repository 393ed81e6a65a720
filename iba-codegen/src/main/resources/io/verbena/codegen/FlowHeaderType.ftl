<#-- The flow specifications of headers as an enum: their types, and where C puts values and masks. -->
<#function upper text><#return text?replace("([a-z])([A-Z])", "$1_$2", "r")?upper_case></#function>
<#function filterBytes header><#local last = header.fields?last><#return last.offset + (last.isAddress())?then(16, last.size())></#function>
package io.verbena.spi.verbs;

import org.jspecify.annotations.Nullable;

/** A header that a specification of a {@link FlowRecord} matches: {@code enum ibv_flow_spec_type}. */
public enum FlowHeaderType {
<#list table.flows as header>
<#list header.types as constant, code>
    /** ${header.title}: {@code struct ${header.struct}}. */
    ${(header.types?size gt 1)?then(constant, upper(header.name))}(${code.value}, ${header.value}, ${header.mask}, ${filterBytes(header)})<#sep>,
</#list>
<#sep>,
</#list>;

<#list table.flows as header>
<#list header.fields as field>
    /** The offset of ${field.comment} in both filters of {@code struct ${header.struct}}. */
    public static final int ${upper(header.name)}_${upper(field.name)} = ${field.offset};

</#list>
</#list>
    private final int code;
    private final int valueOffset;
    private final int maskOffset;
    private final int filterBytes;

    FlowHeaderType(int code, int valueOffset, int maskOffset, int filterBytes) {
        this.code = code;
        this.valueOffset = valueOffset;
        this.maskOffset = maskOffset;
        this.filterBytes = filterBytes;
    }

    /** Returns the type with a number; null if there is none. */
    public static @Nullable FlowHeaderType of(int code) {
        for (FlowHeaderType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }

    /** Returns the offset of the values in a specification. */
    public int valueOffset() {
        return valueOffset;
    }

    /** Returns the offset of the masks in a specification. */
    public int maskOffset() {
        return maskOffset;
    }

    /** Returns the number of bytes of the values, and of the masks. */
    public int filterBytes() {
        return filterBytes;
    }
}
