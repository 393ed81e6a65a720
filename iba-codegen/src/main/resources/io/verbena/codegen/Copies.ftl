<#-- The methods of a record that return a copy with other values of some components. -->
package ${record.packageName};

<#list record.imports as name>
import ${name};
</#list>

/** Returns copies of {@link ${record.name}} with other values of some components. */
sealed interface ${record.name}Copies permits ${record.name} {
<#list record.copies as copy>
    /** ${copy.comment} */
    default ${record.name} ${copy.signature} {
        ${record.name} copied = (${record.name}) this;
        return new ${record.name}(<#list record.components as component>${copy.values[component]!("copied." + component + "()")}<#sep>, </#list>);
    }
<#sep>

</#list>
}
