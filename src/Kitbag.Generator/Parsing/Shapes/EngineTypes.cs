using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The math structs of game engines: MonoGame, FNA and XNA, Godot, Stride, OpenTK, Silk.NET. Their public fields are their complete
    /// state; their properties are other views of it, mostly with setters, and are not members. For the few with private fields, a table
    /// lists the properties that make up the state.
    /// </summary>
    internal static class EngineTypes
    {
        private static readonly Dictionary<string, string[]> s_state = new Dictionary<string, string[]>
        {
            ["Microsoft.Xna.Framework.Color"] = new[] { "R", "G", "B", "A" },
            ["Godot.Rect2"] = new[] { "Position", "Size" },
            ["Godot.Rect2I"] = new[] { "Position", "Size" },
            ["Godot.AABB"] = new[] { "Position", "Size" },
            ["Godot.Aabb"] = new[] { "Position", "Size" },
            ["Godot.Plane"] = new[] { "Normal", "D" },
            ["OpenTK.Mathematics.Box2"] = new[] { "Min", "Max" },
            ["OpenTK.Mathematics.Box2d"] = new[] { "Min", "Max" },
            ["OpenTK.Mathematics.Box2i"] = new[] { "Min", "Max" },
            ["OpenTK.Mathematics.Box3"] = new[] { "Min", "Max" },
            ["OpenTK.Mathematics.Box3d"] = new[] { "Min", "Max" },
            ["OpenTK.Mathematics.Box3i"] = new[] { "Min", "Max" },
        };

        /// <summary>Whether a member of such a struct is not part of its state.</summary>
        public static bool IsDerived(ISymbol member)
        {
            if (member is not IPropertySymbol || member.ContainingType is not { TypeKind: TypeKind.Struct } type || !IsInEngine(type))
                return false;
            return StateOf(type) is { } state ? !state.Contains(member.Name) : HasPublicFields(type);
        }

        /// <summary>
        /// Whether a member is a field that is part of the state of such a struct, whatever attributes for other serializers say: in
        /// matrices of Silk.NET, these exclude the fields in favor of properties that are other views of them.
        /// </summary>
        public static bool IsState(ISymbol member) => member is IFieldSymbol { IsStatic: false }
            && member.ContainingType is { TypeKind: TypeKind.Struct } type && IsInEngine(type)
            && (StateOf(type) is { } state ? state.Contains(member.Name) : HasPublicFields(type));

        private static string[]? StateOf(INamedTypeSymbol type) =>
            s_state.TryGetValue(type.ContainingNamespace.ToDisplayString() + "." + type.Name, out string[] state) ? state : null;

        private static bool HasPublicFields(INamedTypeSymbol type) => type.GetMembers().OfType<IFieldSymbol>()
            .All(field => field.IsStatic || field.IsConst || field.DeclaredAccessibility == Accessibility.Public);

        private static bool IsInEngine(INamedTypeSymbol type) =>
            type.ContainingNamespace is { Name: "Framework" or "Godot" or "Mathematics" or "Maths" } space
            && space.ToDisplayString() is "Microsoft.Xna.Framework" or "Godot" or "Stride.Core.Mathematics" or "OpenTK.Mathematics"
                or "Silk.NET.Maths";
    }
}
