<#-- A structure of the table as a flyweight: a constant, a getter and a fluent setter for each field, and the query of an SA record. -->
package io.verbena.iba;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * ${structure.title} (${structure.section}).
 *
 * <pre>
<#list picture?split("\n") as line>
 * ${line}
</#list>
 * </pre>
 */
public final class ${structure.name} extends Structure<#list structure.methods> implements <#items as method>${method}<#sep>, </#items></#list> {
    /** Length on the wire in bytes. */
    public static final int LENGTH = ${structure.length};

<#list structure.fields as field>
    private static final int ${field.constant()} = ${field.bit};
</#list>

    /** Layout of the fields. */
    public static final Layout<${structure.name}> LAYOUT = Layout.of(
            ${structure.name}.class,
            ${structure.name}::new,
            LENGTH,
            ${structure.attribute!-1},
            List.of(<#list structure.classes as class>ManagementClass.${class}<#sep>, </#list>)<#list structure.fields as field>,
            <@description field/></#list>);

    /** Creates a writable structure of zeros. */
    public ${structure.name}() {
        super(LENGTH);
    }

    ${structure.name}(byte[] bytes, int offset, boolean readOnly) {
        super(bytes, offset, LENGTH, readOnly);
    }

    @Override
    public Layout<${structure.name}> layout() {
        return LAYOUT;
    }
<#list structure.fields as field>
<@accessors field/>
</#list>
<#if structure.hasQuery()>

    /** Returns a query for records of this type. */
    public static Query query() {
        return new Query();
    }

    /** Query for records of type {@link ${structure.name}}, by the fields that are set. */
    public static final class Query extends RecordQuery<${structure.name}> {
        Query() {
            super(${structure.name}.LAYOUT);
        }
<#list structure.fields?filter(field -> field.mask??) as field>
<#if field.kind == "STRUCTURE">
<#-- The fields of a structure within stand beside those of the record; one whose name is taken has that of the structure in front. -->
<#list structures[field.typeName].fields?filter(inner -> inner.mask??) as inner>
<#assign isTaken = structure.fields?filter(other -> other.name == inner.name)?size gt 0/>
<@condition isTaken?then(field.name + inner.name?cap_first, inner.name) field.name + "()." + inner.name inner field.mask.first/>
</#list>
<#else>
<@condition field.name field.name field 0/>
</#if>
</#list>
    }
</#if>
}
<#macro description field><#compress>
Fields.${(field.kind == "ENUM")?then("enumeration", field.kind?lower_case)}("${field.name}", "${field.label?j_string}", ${field.constant()}, ${field.width}<#if field.kind == "TEXT" || field.kind == "BYTES">, ${field.count}<#elseif field.typeName??>, ${field.typeName}.class</#if>)<#if field.isArray()>.times(${field.count})</#if><#if field.mask??>.mask(${field.mask.first}, ${field.mask.last})</#if><#if field.print??>.print(Field.Style.${field.print?upper_case})</#if>
</#compress></#macro>
<#-- The place of a field, or of one of its elements. -->
<#function place field indexed>
<#return field.constant() + indexed?then(" + ${field.width} * Objects.checkIndex(index, ${field.count})", "")>
</#function>
<#function read field at>
<#if field.bit % 8 == 0 && [8, 16, 32, 64]?seq_contains(field.width)>
<#return "u${field.width}(${at})">
</#if>
<#return (field.number() == "int")?then("(int) ", "") + "bits(${at}, ${field.width})">
</#function>
<#macro accessors field>
<#local at = place(field, field.isArray()) bits = read(field, at)>
<#switch field.kind>
<#on "UNSIGNED", "HEX">
<@pair field "" field.number() bits/>
<#on "TEXT">
<@pair field "" "String" "text(${at}, ${field.count})" "text(\"${field.name}\", ${at}, ${field.count}, value)"/>
<#on "BYTES">
<@pair field "" "byte[]" "bytes(${at}, ${field.count})" "bytes(\"${field.name}\", ${at}, ${field.count}, value)"/>
<#-- One byte, so that a switch on the way reads its own without a copy of all. -->
<#local element = place(field, true)>
<@pair field "" "int" read(field, element) write(field, element, "value") true/>
<#on "GID">
<@pair field "" "Gid" "gid(${at})" "gid(\"${field.name}\", ${at}, value)"/>
<#on "GUID", "LID">
<@pair field "" field.type() "${field.type()}.of(${bits})" write(field, at, "value.bits()")/>
<@pair field "Bits" field.number() bits/>
<#on "ENUM">
<@pair field "" field.typeName "${field.typeName}.of(${(field.number() == \"long\")?then(\"(int) \", \"\")}${bits})" write(field, at, "value.code()")/>
<@pair field "Bits" field.number() bits/>
<#on "SET">
<@pair field "" field.type() "WireEnum.setOf(${field.typeName}.class, ${bits})" write(field, at, "WireEnum.bitsOf(value)")/>
<@pair field "Bits" field.number() bits/>
<#on "STRUCTURE">
<#-- The getter is a view: what is set in it is set here. -->
<@pair field "" field.typeName "nested(${field.typeName}.LAYOUT, ${at})" "nested(\"${field.name}\", ${at}, value)"/>
</#switch>
</#macro>
<#function write field at value>
<#return "set(\"${field.name}\", ${at}, ${field.width}, ${value})">
</#function>
<#macro pair field suffix type getting setting=write(field, place(field, field.isArray()), "value") indexed=field.isArray()>

    public ${type} ${field.name}${suffix}(<#if indexed>int index</#if>) {
        return ${getting};
    }

    public ${structure.name} ${field.name}${suffix}(<#if indexed>int index, </#if>${type} value) {
        ${setting};
        return this;
    }
</#macro>
<#-- An element of an array, or one byte of many where each has a bit of its own, takes an index. -->
<#macro condition name place field shift>
<#local isEach = field.mask.first != field.mask.last && field.count gt 1 indexed = field.isArray() || isEach>

        public Query ${name}(<#if indexed>int index, </#if>${(field.kind == "BYTES" && indexed)?then("int", field.type())} value) {
            template.${place}(<#if indexed>index, </#if>value);
            count(<#if isEach>1L << ${shift + field.mask.first} + index<#else>${field.mask.bits()}L << ${shift + field.mask.first}</#if>);
            return this;
        }
</#macro>
