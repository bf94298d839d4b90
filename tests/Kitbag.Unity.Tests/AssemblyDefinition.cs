using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;

namespace Kitbag.Unity.Tests
{
    /// <summary>An .asmdef, or one of the assemblies for scripts without an .asmdef.</summary>
    internal sealed class AssemblyDefinition
    {
        /// <summary>The names of the assemblies of scripts without an .asmdef, below a folder named Editor and elsewhere.</summary>
        public const string Predefined = "Assembly-CSharp", PredefinedEditor = "Assembly-CSharp-Editor";

        private AssemblyDefinition(string name, string folder)
        {
            Name = name;
            Folder = folder;
        }

        public string Name { get; }

        public string Folder { get; }

        public List<string> References { get; } = new List<string>();

        public List<string> Precompiled { get; } = new List<string>();

        public bool OverridesReferences { get; private set; }

        public bool IsForEditorOnly { get; private set; }

        public bool IsAutoReferenced { get; private set; } = true;

        public bool HasEngine { get; private set; } = true;

        /// <summary>Symbols that must be defined; otherwise the assembly is not compiled.</summary>
        public List<string> Constraints { get; } = new List<string>();

        public static AssemblyDefinition OfScripts(string name, string folder) => new AssemblyDefinition(name, folder);

        public static AssemblyDefinition Read(string path)
        {
            JsonElement json = JsonDocument.Parse(File.ReadAllText(path)).RootElement;
            var definition = new AssemblyDefinition(json.GetProperty("name").GetString()!, Path.GetDirectoryName(path)!)
            {
                OverridesReferences = json.GetProperty("overrideReferences").GetBoolean(),
                IsForEditorOnly = Strings(json, "includePlatforms").SequenceEqual(new[] { "Editor" }),
                IsAutoReferenced = json.GetProperty("autoReferenced").GetBoolean(),
                HasEngine = !json.GetProperty("noEngineReferences").GetBoolean(),
            };
            definition.References.AddRange(Strings(json, "references"));
            definition.Precompiled.AddRange(Strings(json, "precompiledReferences"));
            definition.Constraints.AddRange(Strings(json, "defineConstraints"));
            if (Path.GetFileNameWithoutExtension(path) != definition.Name)
                throw new InvalidDataException(path + " has another name than its assembly.");
            return definition;
        }

        private static IEnumerable<string> Strings(JsonElement json, string name) =>
            json.GetProperty(name).EnumerateArray().Select(e => e.GetString()!);
    }
}
