<#-- A record of a provider. -->
package ${value.packageName()};

<#include "imports.ftl">

/**
 * ${value.comment}
 *
<#list value.components as component, meaning>
 * @param ${component.name} ${meaning}
</#list>
 */
public record ${value.name}(<#list value.components as component, meaning>${component.type} ${component.name}<#sep>, </#list>) {}
