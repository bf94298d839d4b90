using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Kitbag.Unity.Editor.Tests")]
