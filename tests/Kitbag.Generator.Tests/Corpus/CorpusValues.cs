using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Kitbag.Generator.Tests
{
    /// <summary>Creates a value of any type of the corpus by setting its fields, and tests its round trip.</summary>
    internal static class CorpusValues
    {
        private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
            | BindingFlags.DeclaredOnly;

        /// <summary>Returns the problem with the round trip of a value of a type, or null.</summary>
        public static string? Problem(Type root)
        {
            object? value = Create(root, 0);
            try
            {
                string text = KitbagJson.Serialize(root, value);
                byte[] bytes = KitbagSerializer.Serialize(root, value);
                object? read = KitbagSerializer.Deserialize(root, bytes);
                if (KitbagJson.Serialize(root, read) is var again && again != text)
                    return "by binary " + text + " became " + again;
                if (KitbagJson.Serialize(root, KitbagJson.Deserialize(root, text)) is var parsed && parsed != text)
                    return "by JSON " + text + " became " + parsed;
                if (!KitbagSerializer.Serialize(root, read).AsSpan().SequenceEqual(bytes))
                    return "other bytes at the second time";
                return null;
            }
            catch (KitbagException e) when (e.Message.Contains("leaves it null", StringComparison.Ordinal))
            {
                // The values are created by setting fields, even to combinations that no constructor would create.
                return null;
            }
            catch (Exception e)
            {
                return e.GetType().Name + " " + e.Message;
            }
        }

        private static object? Create(Type type, int depth)
        {
            if (Nullable.GetUnderlyingType(type) is { } value)
                return Create(value, depth);
            if (type.IsEnum)
                return Enum.GetValues(type) is { Length: > 0 } values ? values.GetValue(values.Length - 1) : Enum.ToObject(type, 0);
            switch (Type.GetTypeCode(type))
            {
                case TypeCode.String:
                    return "s" + depth;
                case TypeCode.Char:
                    return 'c';
                case TypeCode.Boolean:
                    return true;
                case TypeCode.DateTime:
                    return new DateTime(2026, 11, 21, 1, 2, 3, DateTimeKind.Utc);
                case not (TypeCode.Object or TypeCode.Empty or TypeCode.DBNull):
                    return Convert.ChangeType(7 + depth, type, System.Globalization.CultureInfo.InvariantCulture);
            }
            if (type.IsArray)
                return CreateArray(type, depth);
            if (depth > 4 || typeof(Delegate).IsAssignableFrom(type) || type.IsPointer)
                return type.IsValueType ? Activator.CreateInstance(type) : null;
            if (type.IsAbstract || type.IsInterface)
                return Concrete(type) is { } concrete ? Create(concrete, depth) : null;
            if (type.Namespace is { } space && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal)))
                return CreateOfPlatform(type, depth);
            if (typeof(IEnumerable).IsAssignableFrom(type))
                return type.GetConstructor(Type.EmptyTypes)?.Invoke(null);
            ConstructorInfo? constructor = type.GetConstructor(Fields, Type.EmptyTypes);
            object result = constructor == null ? RuntimeHelpers.GetUninitializedObject(type) : constructor.Invoke(null);
            for (Type? t = type; t != null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            {
                foreach (FieldInfo field in t.GetFields(Fields))
                {
                    // Objects that the constructor creates are populated; members that it leaves null cannot be.
                    if (field.IsInitOnly && constructor != null && !field.FieldType.IsValueType)
                        continue;
                    if (!field.FieldType.IsPointer && !field.FieldType.IsFunctionPointer && !field.IsLiteral)
                        field.SetValue(result, Create(field.FieldType, depth + 1));
                }
            }
            return result;
        }

        private static Array CreateArray(Type type, int depth)
        {
            Type element = type.GetElementType()!;
            var array = Array.CreateInstance(element, Enumerable.Repeat(depth > 3 ? 0 : 2, type.GetArrayRank()).ToArray());
            if (depth <= 3 && type.GetArrayRank() == 1)
            {
                for (int i = 0; i < 2; i++)
                    array.SetValue(Create(element, depth + 1), i);
            }
            return array;
        }

        private static object? CreateOfPlatform(Type type, int depth)
        {
            if (type.IsGenericType && type.GetGenericTypeDefinition() is var definition)
            {
                Type[] arguments = type.GetGenericArguments();
                if (definition == typeof(List<>))
                {
                    var list = (IList)Activator.CreateInstance(type)!;
                    list.Add(Create(arguments[0], depth + 1));
                    list.Add(Create(arguments[0], depth + 1));
                    return list;
                }
                if (definition == typeof(Dictionary<,>) && Create(arguments[0], depth + 1) is { } key)
                    return new[] { (IDictionary)Activator.CreateInstance(type)! }.Select(map =>
                        { map.Add(key, Create(arguments[1], depth + 1)); return map; }).Single();
                if (definition == typeof(KeyValuePair<,>) || definition.FullName!.StartsWith("System.Tuple`", StringComparison.Ordinal)
                    || definition.FullName.StartsWith("System.ValueTuple`", StringComparison.Ordinal))
                    return Activator.CreateInstance(type, arguments.Select(a => Create(a, depth + 1)).ToArray());
            }
            return type.IsValueType ? Activator.CreateInstance(type) : null;
        }

        // The first type, by name, that is not generic, so that it is the same in each run.
        private static Type? Concrete(Type type)
        {
            if (type.Assembly == typeof(object).Assembly)
                return null;
            return type.Assembly.GetTypes()
                .Where(t => !t.IsAbstract && !t.ContainsGenericParameters && type.IsAssignableFrom(t) && t.IsVisible
                    && !t.IsDefined(typeof(ObsoleteAttribute)))
                .OrderBy(t => t.FullName, StringComparer.Ordinal).FirstOrDefault();
        }
    }
}
