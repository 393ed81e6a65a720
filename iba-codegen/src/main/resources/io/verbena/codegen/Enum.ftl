<#-- An enumeration of a table. -->
package ${enum.packageName};

import io.verbena.iba.WireEnum;

/** ${enum.title} (${enum.source}). */
public enum ${enum.name} implements WireEnum {
<#list enum.constants as constant>
    /** ${constant.javadoc()} */
    ${constant.name}(${constant.literal()}, "${constant.text?j_string}"<#list constant.numbers as number>, ${number}</#list>)<#sep>,
</#list>;

    private final int code;
    private final String text;
<#list enum.columns?keys as column>
    private final int ${column};
</#list>

    ${enum.name}(int code, String text<#list enum.columns?keys as column>, int ${column}</#list>) {
        this.code = code;
        this.text = text;
<#list enum.columns?keys as column>
        this.${column} = ${column};
</#list>
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }
<#if enum.unknown??>

    @Override
    public String text(long bits) {
        return this == ${enum.fallback.name} ? "${enum.unknown?j_string}".formatted(bits) : text;
    }
</#if>
<#list enum.columns as column, comment>

    /** ${comment} */
    public int ${column}() {
        return ${column};
    }
</#list>
<#list enum.predicates as predicate>

    /** ${predicate.comment} */
    public boolean ${predicate.name}() {
        return <#list predicate.constants as constant>this == ${constant}<#sep> || </#list>;
    }
</#list>
<#if enum.fallback??>

    /** Returns the constant with this code, or {@link #${enum.fallback.name}} if there is none. */
    public static ${enum.name} of(int code) {
        return switch (code) {
<#list enum.constants?filter(constant -> constant.name != enum.fallback.name) as constant>
            case ${constant.literal()} -> ${constant.name};
</#list>
            default -> ${enum.fallback.name};
        };
    }
<#list enum.columns?keys as column>

    /** Returns the constant with this number, or {@link #${enum.fallback.name}} if there is none. */
    public static ${enum.name} of${column?cap_first}(int ${column}) {
        for (${enum.name} constant : values()) {
            if (constant.${column} == ${column} && ${column} != 0) {
                return constant;
            }
        }
        return ${enum.fallback.name};
    }
</#list>
</#if>
}
