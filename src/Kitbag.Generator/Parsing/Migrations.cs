using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Methods that convert values from older documents: [KitbagMigration].</summary>
    internal static class Migrations
    {
        public const string Attribute = "Kitbag.KitbagMigrationAttribute", ShortName = "KitbagMigration";

        /// <summary>
        /// The migrations of a type and of its members. Migrations of inherited members may be declared in the base class.
        /// </summary>
        public static EquatableArray<MigrationModel> Of(Parser parser, INamedTypeSymbol type, TypeModel model)
        {
            var found = new List<MigrationModel>();
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (Names.IsOfPlatform(t))
                    break;
                foreach (IMethodSymbol method in Declared(parser, t))
                {
                    foreach (AttributeData data in Attributes.All(method, Attribute))
                    {
                        string member = data.ConstructorArguments.Length == 0 ? "" : data.ConstructorArguments[0].Value as string ?? "";
                        string from = Attributes.Named(data, "From") as string ?? "";
                        // A migration to a base class does not create values of derived types.
                        if (member.Length == 0 && !SymbolEqualityComparer.Default.Equals(t, type))
                            continue;
                        if (Describe(parser, type, t, model, method, member, from) is { } one && IsNew(parser, one, method, found))
                            found.Add(one);
                    }
                }
            }
            return new EquatableArray<MigrationModel>(found.ToArray());
        }

        /// <summary>Whether a type or one of its bases declares migrations.</summary>
        public static bool AreDeclared(Parser parser, INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                if (Declared(parser, t).Any())
                    return true;
            }
            return false;
        }

        /// <summary>Whether a method has the attribute.</summary>
        public static bool IsMarked(ISymbol member) => member is IMethodSymbol { MethodKind: MethodKind.Ordinary }
            && !member.IsImplicitlyDeclared && Attributes.Has(member, Attribute);

        private static IEnumerable<IMethodSymbol> Declared(Parser parser, INamedTypeSymbol type)
        {
            IEnumerable<ISymbol> members = type.DeclaringSyntaxReferences.Length != 0 && !parser.IsNamed(ShortName)
                && !parser.IsNamed(ShortName + "Attribute") ? Enumerable.Empty<ISymbol>() : type.GetMembers();
            if (parser.Catalogue.FindHidden(type, byFields: false) is { } hidden)
                members = members.Concat(hidden.GetMembers().Where(m => type.GetMembers(m.Name).IsEmpty));
            return members.Where(IsMarked).Cast<IMethodSymbol>();
        }

        private static MigrationModel? Describe(Parser parser, INamedTypeSymbol type, INamedTypeSymbol declaring, TypeModel model,
            IMethodSymbol method, string memberName, string from)
        {
            MemberModel? member = model.Members.FirstOrDefault(m => m.Name == memberName);
            string path = Names.InSchema(declaring) + "." + method.Name;
            if (memberName.Length != 0 && member == null)
            {
                // A derived class may hide or omit members of its base; a base by itself has no members.
                if (SymbolEqualityComparer.Default.Equals(declaring, type)
                    && (model.Shape != ShapeKind.Union || !HasMember(type, memberName)))
                    parser.ReportAt(method, Rules.MigrationOfNoMember, path, NoMember(type, model, memberName));
                return null;
            }
            if (from.Length != 0 && WhyNotFrom(model, member, from) is { } notFrom)
            {
                parser.ReportAt(method, Rules.MigrationOfNoMember, path, notFrom);
                return null;
            }
            ITypeSymbol? target = member == null ? type : parser.SymbolOf(member.TypeKey);
            string? why = WhyNot(parser, declaring, method, model, member, target);
            if (why != null)
            {
                parser.ReportAt(method, Rules.UnusableMigration, path, why);
                return null;
            }
            if (member == null && model.IsClass && parser.IsTrackedType(model.Key))
            {
                parser.ReportAt(method, Rules.MigrationOfTracked, path, Names.InSchema(type));
                return null;
            }
            IParameterSymbol old = method.Parameters[0];
            if (parser.Visit(method, old.Type, "." + method.Name) is not { } taken)
                return null;
            if (taken.Key == (member == null ? model.Code : member.TypeKey) && from.Length == 0)
            {
                parser.ReportAt(method, Rules.AmbiguousMigration, path,
                    "its parameter has the same type as its return value, so it would never be called: use the type in older documents");
                return null;
            }
            bool isHidden = !IsAccessible(parser, declaring, method);
            bool isPartial = isHidden && Accessors.WhyNot(parser, declaring) != null;
            if (isPartial)
                parser.AddMigration(declaring, method);
            return new MigrationModel(memberName, from, taken.Key, Members.Escape(method.Name))
            {
                Declaring = Names.InCode(declaring),
                Name = path,
                Old = Names.InCode(old.Type),
                Returned = Names.InCode(method.ReturnType),
                TakesNull = TakesNull(old),
                IsHidden = isHidden && !isPartial,
                IsPartial = isPartial,
                Open = isHidden && !isPartial && declaring.IsGenericType
                    ? TypeParameters.Describe(declaring, new[] { method.OriginalDefinition.Parameters[0].Type,
                        method.OriginalDefinition.ReturnType })
                    : null,
            };
        }

        /// <summary>
        /// Whether a method is called for null as well. If the project redeclares the method, a default value of the parameter says so.
        /// </summary>
        public static bool TakesNull(IParameterSymbol old) => old.HasExplicitDefaultValue || ConstructorArguments.TakesNull(old);

        // A method that a compiled project redeclared belongs to another class.
        private static bool IsAccessible(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method) =>
            SymbolEqualityComparer.Default.Equals(method.ContainingType, declaring) && Access.IsVisible(parser, method);

        private static bool HasMember(INamedTypeSymbol? type, string name)
        {
            for (; type != null; type = type.BaseType)
            {
                if (!type.GetMembers(name).IsEmpty)
                    return true;
            }
            return false;
        }

        private static string NoMember(INamedTypeSymbol type, TypeModel model, string name)
        {
            string members = string.Join(", ", model.Members.Select(m => "'" + m.Name + "'").Take(8));
            return "'" + Names.InSchema(type) + "' stores no member '" + name + "': " + (model.Members.Count == 0
                ? "omit the name if the method creates a value of the whole type"
                : "name one of " + members + (model.Members.Count > 8 ? " and others" : "")
                    + ", the member that has the value now; specify the name of the old member in From");
        }

        private static string? WhyNotFrom(TypeModel model, MemberModel? member, string from)
        {
            if (member == null)
                return "From names an old member, but the method creates a value of the whole type: name the member that it creates, "
                    + "[KitbagMigration(nameof(Member), From = \"" + from + "\")], or remove From";
            MemberModel? other = model.Members.FirstOrDefault(m => m != member && (m.Name == from || m.FormerNames.Contains(from)));
            return other == null ? null : "From names '" + from + "', which is " + (other.Name == from ? "the member" : "a former name of")
                + " '" + other.Name + "': if one old member becomes several, migrate the whole object, [KitbagMigration] on a method "
                + "with a type that describes it";
        }

        private static string? WhyNot(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method, TypeModel model,
            MemberModel? member, ITypeSymbol? target)
        {
            string wanted = target == null ? "" : Names.InSchema(target);
            string example = "'static " + wanted + " " + method.Name + "(OldType old)'";
            if (!method.IsStatic)
                return "it is not static, but there is no object yet: declare " + example;
            if (method.IsGenericMethod)
                return "it has type parameters: declare " + example;
            if (method.Parameters.Length != 1 || method.Parameters[0].RefKind != RefKind.None
                || (method.Parameters[0].IsParams && method.Parameters.Length != 1))
                return "it must have one parameter, of the old type: declare " + example;
            if (method.ReturnsVoid || method.RefKind != RefKind.None || target == null
                || parser.Compilation.ClassifyConversion(method.ReturnType, target) is not { Exists: true, IsImplicit: true })
                return "its return type must be '" + wanted + "', the type of the " + (member == null ? "migrated values" : "member")
                    + ": declare " + example;
            if (member == null && !model.CanMigrate)
                return "'" + wanted + "' is not stored by its members: older documents have another version of the type that is stored "
                    + "in its place, so declare the migration there";
            return IsAccessible(parser, declaring, method) || Accessors.WhyNot(parser, declaring) is not { } unreachable
                ? null
                : parser.IsOwn(declaring)
                    && PartialTypes.NotPartial(declaring) == null && SymbolEqualityComparer.Default.Equals(method.ContainingType, declaring)
                    ? null
                    : "generated code cannot call it: " + unreachable + "; or make it internal, or public if it is in another project";
        }

        private static bool IsNew(Parser parser, MigrationModel one, IMethodSymbol method, List<MigrationModel> found)
        {
            if (found.Find(other => other.Member == one.Member && other.From == one.From && other.TypeKey == one.TypeKey) is { } same)
            {
                parser.ReportAt(method, Rules.AmbiguousMigration, one.Name, "'" + same.Name + "' takes the same type"
                    + (one.Member.Length == 0 ? "" : " for the same member") + ": remove one of the two");
                return false;
            }
            if (one.From.Length != 0 && found.Find(other => other.From == one.From && other.Member != one.Member) is { } shared)
            {
                parser.ReportAt(method, Rules.AmbiguousMigration, one.Name, "'" + shared.Name + "' also creates '" + shared.Member
                    + "' from the old member '" + one.From + "': if one old member becomes several, migrate the whole object, "
                    + "[KitbagMigration] on a method with a type that describes it");
                return false;
            }
            return true;
        }
    }
}
