using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Interfaces with methods that are called before and after serialization: Kitbag's, and those of other serializers.</summary>
    internal static class Callbacks
    {
        private static readonly string[][] s_before =
        {
            new[] { "Kitbag.IKitbagSerializing", "OnSerializing" },
            new[] { "System.Text.Json.Serialization.IJsonOnSerializing", "OnSerializing" },
            new[] { "UnityEngine.ISerializationCallbackReceiver", "OnBeforeSerialize" },
            new[] { "MessagePack.IMessagePackSerializationCallbackReceiver", "OnBeforeSerialize" },
        };

        private static readonly string[][] s_after =
        {
            new[] { "Kitbag.IKitbagDeserialized", "OnDeserialized" },
            new[] { "System.Text.Json.Serialization.IJsonOnDeserialized", "OnDeserialized" },
            new[] { "UnityEngine.ISerializationCallbackReceiver", "OnAfterDeserialize" },
            new[] { "MessagePack.IMessagePackSerializationCallbackReceiver", "OnAfterDeserialize" },
        };

        public static EquatableArray<CallbackModel> Before(ITypeSymbol type) => Of(type, s_before);

        public static EquatableArray<CallbackModel> After(ITypeSymbol type) => Of(type, s_after);

        /// <summary>Whether a method has the name of a callback that is called after an object was read.</summary>
        public static bool IsAfter(IMethodSymbol method) =>
            s_after.Any(one => method.Name == one[1] || method.Name == one[0] + "." + one[1]);

        /// <summary>
        /// Whether a member has code that may change an object while it is used: neither constructors and callbacks, which restore it, nor
        /// what ends its life.
        /// </summary>
        public static bool MayChangeObjects(ISymbol member) => member is IPropertySymbol or IEventSymbol || (member is IMethodSymbol
        {
            MethodKind: MethodKind.Ordinary or MethodKind.ExplicitInterfaceImplementation, Name: not ("Dispose" or "DisposeAsync"),
        } method && !IsAfter(method));

        private static EquatableArray<CallbackModel> Of(ITypeSymbol type, string[][] interfaces)
        {
            List<CallbackModel>? found = null;
            if (type.AllInterfaces.IsEmpty)
                return EquatableArray<CallbackModel>.Empty;
            foreach (string[] one in interfaces)
            {
                if (type.AllInterfaces.Any(i => i.ToDisplayString() == one[0]))
                    (found ??= new List<CallbackModel>()).Add(new CallbackModel("global::" + one[0], one[1]));
            }
            return found == null ? EquatableArray<CallbackModel>.Empty : new EquatableArray<CallbackModel>(found.ToArray());
        }
    }
}
