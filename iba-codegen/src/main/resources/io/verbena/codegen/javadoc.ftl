<#-- A Javadoc comment of some lines, with an empty line before the first tag. -->
<#macro javadoc comment indent="">
<#if comment?size == 1>
${indent}/** ${comment[0]} */
<#else>
<#local tags = comment?filter(line -> line?starts_with("@"))>
${indent}/**
<#list comment as line>
<#if tags?has_content && line == tags?first>
${indent} *
</#if>
${indent} * ${line}
</#list>
${indent} */
</#if>
</#macro>
