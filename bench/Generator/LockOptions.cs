using System.Diagnostics.CodeAnalysis;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Bench.Generator
{
    /// <summary>A lock file in the form in which the compiler passes it to the generator.</summary>
    internal sealed class LockFile : AdditionalText
    {
        private readonly SourceText _source;

        public LockFile(string text)
        {
            Text = text;
            _source = SourceText.From(text);
        }

        public string Text { get; }

        public override string Path => "kitbag.lock";

        public override SourceText GetText(CancellationToken cancellationToken = default) => _source;
    }

    /// <summary>The MSBuild properties and metadata that the package's targets set for a lock file.</summary>
    internal sealed class LockOptions : AnalyzerConfigOptionsProvider
    {
        private static readonly AnalyzerConfigOptions s_none = new Options("", "");

        public LockOptions(string mode) => GlobalOptions = new Options("build_property.KitbagLockFile", "kitbag.lock", mode);

        public override AnalyzerConfigOptions GlobalOptions { get; }

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => s_none;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) =>
            new Options("build_metadata.AdditionalFiles.KitbagLock", "true");

        private sealed class Options : AnalyzerConfigOptions
        {
            private readonly string _key, _value, _mode;

            public Options(string key, string value, string mode = "")
            {
                _key = key;
                _value = value;
                _mode = mode;
            }

            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
            {
                value = key == _key ? _value : key == "build_property.KitbagLock" ? _mode : null;
                return value != null;
            }
        }
    }
}
