<#-- A record of options, with its defaults, its ranges, and the methods that return a copy. -->
package ${options.packageName};

<#if options.isChecked()>
import io.verbena.error.Ranges;
</#if>
<#list options.imports as name>
import ${name};
</#list>

/**
<#list options.title as line>
 * ${line}
</#list>
 *
<#list options.components as component>
 * @param ${component.name} ${component.comment}
</#list>
 */
public record ${options.name}(<#list options.components as component>${component.type} ${component.name}<#sep>, </#list>) {
<#list options.constants as constant>
    /** ${constant.comment} */
    public static final ${constant.type} ${constant.name} = ${constant.value};

</#list>
    /** ${options.defaults} */
    public static final ${options.name} DEFAULTS = new ${options.name}(<#list options.components as component>${component.value}<#sep>, </#list>);

    /**
     * Validates the options.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public ${options.name} {
<#list options.components as component>
<#if component.range?has_content>
        Ranges.check("${component.range[0]}", ${component.name}, ${component.range[1]}, ${component.range[2]});
</#if>
</#list>
<#list options.checks as check>
        ${check}
</#list>
<#list options.components as component>
<#if component.isBytes()>
        ${component.name} = ByteBuffer.allocate(${component.name}.remaining()).put(${component.name}.duplicate()).flip().asReadOnlyBuffer();
<#elseif component.isCollection()>
        ${component.name} = ${component.type?keep_before("<")}.copyOf(${component.name});
</#if>
</#list>
    }
<#list options.components?filter(component -> component.isBytes()) as component>

    /** Returns a view of the bytes, with a position of its own. */
    @Override
    public ByteBuffer ${component.name}() {
        return ${component.name}.duplicate();
    }
</#list>
<#list options.copies as copy>

    /** ${copy.comment} */
    public ${options.name} ${copy.signature} {
        return new ${options.name}(<#list options.components as component>${copy.values[component.name]!component.name}<#sep>, </#list>);
    }
</#list>
}
