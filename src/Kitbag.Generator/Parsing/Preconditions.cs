using System.Collections.Generic;
using System.Linq;
using Kitbag.CompilerServices;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Conditions that a project must meet before code is generated for it; otherwise the compiler would report errors in generated code.
    /// </summary>
    internal static class Preconditions
    {
        /// <summary>The conditions that are not met.</summary>
        public static EquatableArray<DiagnosticModel> Check(Compilation compilation) =>
            Defects.Catch("Preconditions", () => Find(compilation), text =>
                new EquatableArray<DiagnosticModel>(new[] { Defects.OfStep("what must hold of it", text) }));

        private static EquatableArray<DiagnosticModel> Find(Compilation compilation)
        {
            var broken = new List<DiagnosticModel>();
            if (KitbagUsers.Kitbag(compilation) is { } runtime && ContractOf(runtime) is var contract
                && contract != GeneratorContract.Version)
                broken.Add(Of(Rules.OtherVersion, VersionOf(typeof(Preconditions).Assembly.GetName().Version),
                    Number(GeneratorContract.Version), VersionOf(runtime.Identity.Version), Number(contract)));
            if (((CSharpCompilation)compilation).LanguageVersion is var language && language < LanguageVersion.CSharp9)
                broken.Add(Of(Rules.OldLanguage, language.ToDisplayString()));
            return new EquatableArray<DiagnosticModel>(broken.ToArray());
        }

        // Assemblies from before version numbers were introduced have none.
        private static int ContractOf(IAssemblySymbol runtime) =>
            runtime.GetTypeByMetadataName(typeof(GeneratorContract).FullName)?.GetMembers(nameof(GeneratorContract.Version))
                .OfType<IFieldSymbol>().FirstOrDefault()?.ConstantValue as int? ?? 0;

        private static DiagnosticModel Of(DiagnosticDescriptor rule, params string[] arguments) =>
            new DiagnosticModel(rule.Id, "", "", new EquatableArray<string>(arguments));

        private static string VersionOf(System.Version version) => version.ToString(3);

        private static string Number(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
