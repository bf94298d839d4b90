using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The methods that are called before and after serialization: those of interfaces of Kitbag and other serializers, and those that
    /// attributes mark.
    /// </summary>
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

        // BinaryFormatter calls it last, when the whole graph has been read.
        private static readonly string[] s_last = { MarkedCallbacks.Space + "IDeserializationCallback", "OnDeserialization" };

        public static EquatableArray<CallbackModel> Before(Parser parser, INamedTypeSymbol type) =>
            Of(parser, type, s_before, MarkedCallbacks.Serializing);

        public static EquatableArray<CallbackModel> After(Parser parser, INamedTypeSymbol type) =>
            Of(parser, type, s_after, MarkedCallbacks.Deserialized);

        /// <summary>Whether a type implements an interface with callbacks, other than that of System.Runtime.Serialization.</summary>
        public static bool HasInterface(ITypeSymbol type) => s_before.Concat(s_after).Any(one => Find(type, one[0]) != null);

        /// <summary>
        /// The methods of interfaces that a type implements as callbacks: all, or those of Kitbag. A collection may implement the others
        /// to convert its elements to members that it has for another serializer.
        /// </summary>
        public static IEnumerable<(string Name, ISymbol Method)> ImplementedIn(ITypeSymbol type, bool allInterfaces) => s_before
            .Concat(s_after).Where(one => allInterfaces || one[0].StartsWith("Kitbag.", StringComparison.Ordinal))
            .Select(one => (Name: one[1], Interface: Find(type, one[0])))
            .Where(one => one.Interface != null)
            .Select(one => (one.Name, one.Interface!.GetMembers(one.Name).Select(type.FindImplementationForInterfaceMember)
                .FirstOrDefault() ?? (ISymbol)type));

        /// <summary>
        /// Whether a class implements an interface with a callback at the same time as those of attributes: it probably calls the
        /// marked methods there. A base or derived class that implements it does not count.
        /// </summary>
        public static bool IsLeftToInterface(INamedTypeSymbol declaring, string[] attributes) =>
            (attributes == MarkedCallbacks.Serializing ? s_before : s_after)
                .Any(one => Find(declaring, one[0]) is { } implemented && IsSame(Implementing(declaring, implemented, one[1]), declaring));

        /// <summary>Whether a method is a callback, judging by its name or attribute, that is called after an object was read.</summary>
        public static bool IsAfter(IMethodSymbol method) => s_after.Append(s_last).Any(one => IsNamed(method, one))
            || MarkedCallbacks.IsMarked(method, MarkedCallbacks.Deserialized);

        /// <summary>Whether a method is a callback, judging by its name or attribute, that is called before an object is written.</summary>
        public static bool IsBefore(IMethodSymbol method) => s_before.Any(one => IsNamed(method, one))
            || MarkedCallbacks.IsMarked(method, MarkedCallbacks.Serializing);

        private static bool IsNamed(IMethodSymbol method, string[] one) => method.Name == one[1] || method.Name == one[0] + "." + one[1];

        /// <summary>
        /// Whether a member has code that may change an object while it is used: neither constructors and callbacks, which restore it, nor
        /// what ends its life.
        /// </summary>
        public static bool MayChangeObjects(ISymbol member) => member is IPropertySymbol or IEventSymbol || (member is IMethodSymbol
        {
            MethodKind: MethodKind.Ordinary or MethodKind.ExplicitInterfaceImplementation, Name: not ("Dispose" or "DisposeAsync"),
        } method && !IsAfter(method));

        // Those of base classes first, and of one class the marked ones first.
        private static EquatableArray<CallbackModel> Of(Parser parser, INamedTypeSymbol type, string[][] interfaces,
            string[] attributes)
        {
            var found = new List<(INamedTypeSymbol Declaring, CallbackModel Callback)>();
            foreach ((INamedTypeSymbol declaring, IMethodSymbol method) in MarkedCallbacks.Of(parser, type, attributes))
            {
                if (MarkedCallbacks.WhyNot(parser, declaring, method, attributes) == null)
                    found.Add((declaring, MarkedCallbacks.Describe(parser, declaring, method)));
            }
            foreach (string[] one in interfaces)
            {
                if (Find(type, one[0]) is { } implemented)
                    found.Add((Implementing(type, implemented, one[1]), new CallbackModel("global::" + one[0], one[1], "")));
            }
            List<INamedTypeSymbol> hierarchy = MarkedCallbacks.Bases(type).Reverse().ToList();
            List<CallbackModel> all = found.OrderBy(one => hierarchy.FindIndex(t => IsSame(t, one.Declaring))).Select(one => one.Callback)
                .ToList();
            if (attributes == MarkedCallbacks.Deserialized && Find(type, s_last[0]) is { } last
                && Implementing(type, last, s_last[1]) is var implementing && !Names.IsOfPlatform(implementing)
                && !IsLeftToInterface(implementing, attributes))
                all.Add(new CallbackModel("global::" + s_last[0], s_last[1], "null"));
            return all.Count == 0 ? EquatableArray<CallbackModel>.Empty : new EquatableArray<CallbackModel>(all.ToArray());
        }

        private static INamedTypeSymbol? Find(ITypeSymbol type, string name) =>
            type.AllInterfaces.FirstOrDefault(i => name.EndsWith(i.Name, StringComparison.Ordinal) && i.ToDisplayString() == name);

        // The class in which a type or one of its bases implements the method of an interface. A reference assembly may lack the method.
        private static INamedTypeSymbol Implementing(INamedTypeSymbol type, INamedTypeSymbol implemented, string method) =>
            implemented.GetMembers(method).Select(type.FindImplementationForInterfaceMember).FirstOrDefault()?.ContainingType
                ?? MarkedCallbacks.Bases(type).LastOrDefault(t => t.Interfaces.Contains(implemented, SymbolEqualityComparer.Default))
                ?? type;

        private static bool IsSame(ISymbol a, ISymbol b) =>
            SymbolEqualityComparer.Default.Equals(a.OriginalDefinition, b.OriginalDefinition);
    }
}
