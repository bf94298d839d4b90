using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <content>
    /// Derived classes of this project that a referenced library has to store: an engine saves its world, in which a game has objects of
    /// its own classes.
    /// </content>
    internal sealed partial class Parser
    {
        // If an attribute registers a derived class, the roots of libraries that contain its base are roots of this project, too.
        private void AddRootsOfLibraries(List<(RootModel Root, ITypeSymbol? Type)> all, List<string> keys, List<string> withJson,
            bool isJsonByType)
        {
            var missing = new List<PolymorphicRoot>();
            foreach (PolymorphicRoot root in PolymorphicRoot.In(Compilation))
            {
                _cancellationToken.ThrowIfCancellationRequested();
                RootModel? registering = all.Where(pair => pair.Type != null && Registered.Contains(pair.Type,
                    SymbolEqualityComparer.Default) && root.Lacks(pair.Type)).Select(pair => pair.Root).FirstOrDefault();
                if (registering == null)
                {
                    if (!all.Any(pair => !pair.Root.IsChoice && SymbolEqualityComparer.Default.Equals(pair.Type, root.Root)))
                        missing.Add(root);
                    continue;
                }
                _findings.Begin(registering.TypeId, Names.InSchema(root.Root));
                if (Visit(root.Root) is not { } model)
                {
                    _findings.EndWithoutCode();
                    continue;
                }
                AddRoot(model.Key, isJsonByType || root.HasJson, keys, withJson);
                all.Add((registering with { IsRegistered = false, HasJson = root.HasJson }, root.Root));
            }
            ReportUnknownToLibraries(missing);
        }

        // Derived classes that a library lacks in the same roots are reported once, because marking one of them is enough.
        private void ReportUnknownToLibraries(List<PolymorphicRoot> missing)
        {
            foreach (IGrouping<ISymbol?, PolymorphicRoot> ofLibrary in missing
                .GroupBy(root => (ISymbol?)root.Library, SymbolEqualityComparer.Default))
            {
                foreach (var same in ofLibrary.SelectMany(root => root.Bases).Where(one => !PolymorphicRoot.IsObject(one))
                    .Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default)
                    .Select(stored => (Stored: stored, Derived: Concretes(stored).Where(type => IsOwn(type)).ToList()))
                    .Where(one => one.Derived.Count != 0)
                    .GroupBy(one => Listed(ofLibrary.Where(root => root.Bases.Contains(one.Stored, SymbolEqualityComparer.Default))
                        .Select(root => root.Root))))
                {
                    List<ITypeSymbol> derived = same.SelectMany(one => one.Derived).Distinct<ITypeSymbol>(SymbolEqualityComparer.Default)
                        .ToList();
                    _findings.Begin("", Names.InSchema(derived[0]));
                    ReportAt(derived[0], Rules.UnknownToLibrary, Listed(derived), Listed(same.Select(one => one.Stored)),
                        ofLibrary.First().Library.Name, same.Key);
                }
            }
        }

        private static string Listed(IEnumerable<ITypeSymbol> types)
        {
            List<string> names = types.Select(type => "'" + Names.InSchema(type) + "'").ToList();
            return string.Join(", ", names.Take(3)) + (names.Count > 3 ? " and others" : "");
        }
    }
}
