using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace Kitbag.Tests
{
    /// <summary>The public API of an assembly, as sorted lines of text. Types hidden in editors are listed without their members.</summary>
    internal sealed class PublicApiText
    {
        private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
            | BindingFlags.DeclaredOnly;

        private static readonly Dictionary<string, string> s_keywords = new()
        {
            ["System.Boolean"] = "bool",
            ["System.Byte"] = "byte",
            ["System.SByte"] = "sbyte",
            ["System.Int16"] = "short",
            ["System.UInt16"] = "ushort",
            ["System.Int32"] = "int",
            ["System.UInt32"] = "uint",
            ["System.Int64"] = "long",
            ["System.UInt64"] = "ulong",
            ["System.Char"] = "char",
            ["System.Single"] = "float",
            ["System.Double"] = "double",
            ["System.String"] = "string",
            ["System.Object"] = "object",
            ["System.Void"] = "void",
        };

        private readonly NullabilityInfoContext _nullability = new();

        public static string[] Of(Assembly assembly)
        {
            var text = new PublicApiText();
            return assembly.GetExportedTypes()
                .SelectMany(type => IsHidden(type) ? new[] { "hidden " + Name(type) } : text.Lines(type))
                .Order(StringComparer.Ordinal).ToArray();
        }

        public static bool IsHidden(MemberInfo member) =>
            member.GetCustomAttributesData().Any(a => a.AttributeType.FullName == typeof(EditorBrowsableAttribute).FullName
                && (int)a.ConstructorArguments[0].Value! == (int)EditorBrowsableState.Never);

        private IEnumerable<string> Lines(Type type)
        {
            string kind = type.IsEnum ? "enum" : type.IsInterface ? "interface" : type.IsValueType ? "struct"
                : typeof(Delegate).IsAssignableFrom(type) ? "delegate" : type.IsAbstract && type.IsSealed ? "static class"
                : type.IsAbstract ? "abstract class" : type.IsSealed ? "sealed class" : "class";
            string[] bases = (type.IsEnum || type.IsValueType || type.BaseType is not { } up || up == typeof(object) ? [] : new[] { up })
                .Concat(type.IsEnum ? [] : type.GetInterfaces().Where(i => i.IsPublic || i.IsNestedPublic)).Select(Name).ToArray();
            yield return kind + " " + Name(type) + (bases.Length == 0 ? "" : " : " + string.Join(", ", bases)) + Constraints(type);
            foreach (MemberInfo member in type.GetMembers(Declared).Where(m => !IsHidden(m)))
            {
                string? line = member switch
                {
                    ConstructorInfo { IsStatic: false } c when IsVisible(c) => Name(type) + "(" + Parameters(c) + ")",
                    MethodInfo { IsSpecialName: false } m when IsVisible(m) && m.GetBaseDefinition() == m => Method(m),
                    PropertyInfo p when p.GetAccessors(true).Any(IsVisible) => Property(p),
                    EventInfo e when IsVisible(e.AddMethod!) => Event(e),
                    FieldInfo { IsSpecialName: false } f when f.IsPublic || f.IsFamily || f.IsFamilyOrAssembly => Field(f),
                    _ => null,
                };
                if (line != null)
                    yield return line;
            }
        }

        private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

        private static string Modifiers(MethodBase method) =>
            (method.IsPublic ? "" : "protected ") + (method.IsStatic ? "static " : method.IsAbstract ? "abstract "
                : method.IsVirtual && !method.IsFinal ? "virtual " : "");

        private string Method(MethodInfo method) => Name(method.DeclaringType!) + "." + method.Name
            + (method.IsGenericMethod ? "<" + string.Join(", ", method.GetGenericArguments().Select(Parameter)) + ">" : "")
            + "(" + Parameters(method) + ") -> " + Modifiers(method) + Type(_nullability.Create(method.ReturnParameter))
            + Constraints(method);

        private string Property(PropertyInfo property)
        {
            string accessors = string.Concat(property.GetAccessors(true).Where(IsVisible).Select(a =>
                a.ReturnType == typeof(void) || a.GetParameters().Length != 0
                    ? a.ReturnParameter.GetRequiredCustomModifiers().Length != 0 ? " init;" : " set;"
                    : " get;").Order(StringComparer.Ordinal));
            return Name(property.DeclaringType!) + "." + property.Name + " {" + accessors + " } -> "
                + Modifiers(property.GetAccessors(true).First(IsVisible)) + Type(_nullability.Create(property));
        }

        private string Event(EventInfo @event) => Name(@event.DeclaringType!) + "." + @event.Name
            + " { add; remove; } -> " + Modifiers(@event.AddMethod!) + Type(_nullability.Create(@event));

        private string Field(FieldInfo field) => Name(field.DeclaringType!) + "." + field.Name
            + (field.IsLiteral ? " = " + Value(field.GetRawConstantValue()) : "") + " -> "
            + (field.IsLiteral ? "const " : field.IsStatic ? "static " : "") + (field.IsInitOnly ? "readonly " : "")
            + Type(_nullability.Create(field));

        private string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(p =>
            (p.GetCustomAttributesData().Any(a => a.AttributeType == typeof(ParamArrayAttribute)) ? "params " : "")
            + (!p.ParameterType.IsByRef ? "" : p.IsOut ? "out " : p.IsIn ? "in " : "ref ")
            + Type(_nullability.Create(p)) + " " + p.Name + (p.HasDefaultValue ? " = " + Value(p.RawDefaultValue) : "")));

        private static string Value(object? value) => value switch
        {
            null => "null",
            string text => "\"" + text + "\"",
            bool truth => truth ? "true" : "false",
            _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
        };

        private static string Type(NullabilityInfo info)
        {
            Type type = info.Type.IsByRef ? info.Type.GetElementType()! : info.Type;
            string name = type.IsArray && info.ElementType != null
                ? Type(info.ElementType) + "[" + new string(',', type.GetArrayRank() - 1) + "]"
                : type.IsGenericType && !type.IsByRef && info.GenericTypeArguments.Length == type.GetGenericArguments().Length
                    && Nullable.GetUnderlyingType(type) == null
                    ? Open(type) + "<" + string.Join(", ", info.GenericTypeArguments.Select(Type)) + ">"
                    : Name(type);
            // The signature does not specify whether the argument of a type parameter may be null.
            return info.ReadState == NullabilityState.Nullable && !type.IsValueType && !type.IsGenericParameter ? name + "?" : name;
        }

        // The name of a type parameter, with the attribute that makes its arguments roots.
        private static string Parameter(Type type) =>
            string.Concat(type.GetCustomAttributesData().Where(a => a.AttributeType.Name == nameof(KitbagRootAttribute)).Select(a =>
                "[KitbagRoot" + (a.NamedArguments.Count == 0 ? "" : "(" + string.Join(", ", a.NamedArguments.Select(n =>
                    n.MemberName + " = " + Value(n.TypedValue.Value))) + ")") + "] ")) + type.Name;

        private static string Open(Type type)
        {
            string outer = type.DeclaringType is { } declaring ? Open(declaring) + "." : type.Namespace + ".";
            return outer + type.Name.Split('`')[0];
        }

        private static string Name(Type type)
        {
            if (type.IsGenericParameter)
                return type.Name;
            if (type.IsByRef || type.IsArray)
                return Name(type.GetElementType()!) + (type.IsArray ? "[" + new string(',', type.GetArrayRank() - 1) + "]" : "");
            if (Nullable.GetUnderlyingType(type) is { } value)
                return Name(value) + "?";
            if (s_keywords.TryGetValue(type.FullName ?? "", out string? keyword))
                return keyword;
            return Open(type) + (type.IsGenericType
                ? "<" + string.Join(", ", type.GetGenericArguments()
                    .Select(t => type.IsGenericTypeDefinition ? Parameter(t) : Name(t))) + ">"
                : "");
        }

        private static string Constraints(MemberInfo member)
        {
            Type[] parameters = member switch
            {
                Type { IsGenericTypeDefinition: true } type => type.GetGenericArguments(),
                MethodInfo { IsGenericMethodDefinition: true } method => method.GetGenericArguments(),
                _ => [],
            };
            return string.Concat(parameters.Select(p =>
            {
                GenericParameterAttributes flags = p.GenericParameterAttributes;
                bool isStruct = (flags & GenericParameterAttributes.NotNullableValueTypeConstraint) != 0;
                var all = new List<string>();
                if ((flags & GenericParameterAttributes.ReferenceTypeConstraint) != 0)
                    all.Add("class");
                if (isStruct)
                    all.Add("struct");
                all.AddRange(p.GetGenericParameterConstraints().Where(c => c != typeof(ValueType)).Select(Name));
                if ((flags & GenericParameterAttributes.DefaultConstructorConstraint) != 0 && !isStruct)
                    all.Add("new()");
                return all.Count == 0 ? "" : " where " + p.Name + " : " + string.Join(", ", all);
            }));
        }
    }
}
