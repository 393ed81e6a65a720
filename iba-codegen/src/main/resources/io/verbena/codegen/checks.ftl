<#-- A C file that fails to compile where the table contradicts the header of a library. -->
/* Generated from the table of verbs: its facts, as the headers of this machine have them. */
#include "verbena_${library}.h"
<#list table.enums?filter(enum -> enum.library == library) as enum>
<#list enum.constants?filter(constant -> constant.cName?has_content) as constant>
<@require "(long long)${constant.cName} == ${constant.code}LL" "${enum.name}.${constant.name}" constant.condition/>
</#list>
</#list>
<#list table.layouts?filter(layout -> layout.library == library) as layout>
<#list layout.values as value>
<#if value.check?has_content>
<@require "${value.check} == ${value.value}" "${layout.name}.${value.name}"/>
</#if>
<#if value.size gt 0 && !value.accessor?contains(" + ")>
<@require "sizeof(((struct ${layout.struct} *)0)->${value.accessor}) == ${value.size}" "${layout.name}.${value.name}"/>
</#if>
</#list>
</#list>
<#if library == "verbs">
<#list table.flows as header>
<#list header.types?values as type>
<@require "${type.check} == ${type.value}" header.name/>
</#list>
<@require "sizeof(struct ${header.struct}) == ${header.size}" header.name/>
<#list header.fields as field>
<#assign row = "${header.name}.${field.name}">
<@require "offsetof(struct ${header.struct}, val.${field.accessor}) == ${header.value + field.offset}" row/>
<@require "offsetof(struct ${header.struct}, mask.${field.accessor}) == ${header.mask + field.offset}" row/>
<@require "sizeof(((struct ${header.struct} *)0)->val.${field.accessor}) == ${field.size()}" row/>
</#list>
</#list>
</#if>
<#macro require expression row condition="">

<#if condition?has_content>
#ifdef ${condition}
</#if>
_Static_assert(${expression}, "${row}");
<#if condition?has_content>
#endif
</#if>
</#macro>
