using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The structs of engines' mathematics: MonoGame, FNA and XNA, Godot, Stride, OpenTK, Silk.NET. Their public fields are all of their
    /// state, and properties give the same state in other forms, mostly with setters: they are no members. Of the few whose fields are
    /// private, a table says which properties are the state.
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

        /// <summary>Whether a member of such a struct is no state of its own.</summary>
        public static bool IsDerived(ISymbol member)
        {
            if (member is not IPropertySymbol || member.ContainingType is not { TypeKind: TypeKind.Struct } type || !IsInEngine(type))
                return false;
            if (s_state.TryGetValue(type.ContainingNamespace.ToDisplayString() + "." + type.Name, out string[] state))
                return !state.Contains(member.Name);
            return type.GetMembers().OfType<IFieldSymbol>()
                .All(field => field.IsStatic || field.IsConst || field.DeclaredAccessibility == Accessibility.Public);
        }

        private static bool IsInEngine(INamedTypeSymbol type) =>
            type.ContainingNamespace is { Name: "Framework" or "Godot" or "Mathematics" or "Maths" } space
            && space.ToDisplayString() is "Microsoft.Xna.Framework" or "Godot" or "Stride.Core.Mathematics" or "OpenTK.Mathematics"
                or "Silk.NET.Maths";
    }
}
