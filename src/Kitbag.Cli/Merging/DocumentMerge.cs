using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>Merges documents of one schema.</summary>
    internal sealed class DocumentMerge
    {
        private const string Info = "$info";

        /// <summary>The maximum depth of JSON.</summary>
        public const int DeepestJson = 1000;

        private readonly Sources _sources;
        private readonly bool _favorsBase;
        private readonly List<Conflict> _conflicts = [];

        /// <param name="sources">The files.</param>
        /// <param name="favorsBase">Whether the result has the values of the base, not ours, where there are conflicts.</param>
        public DocumentMerge(Sources sources, bool favorsBase)
        {
            _sources = sources;
            _favorsBase = favorsBase;
        }

        /// <summary>The conflicts so far. At these paths, the result contains our values, or those of the base.</summary>
        public IReadOnlyList<Conflict> Conflicts => _conflicts;

        /// <summary>Whether the result is complete except for the conflicts, which can be resolved with its values.</summary>
        public bool IsResolvable { get; private set; } = true;

        /// <summary>
        /// Merges documents, for which it may change <paramref name="ours"/>, and returns the result; it is empty if there are conflicts
        /// that cannot be resolved.
        /// </summary>
        /// <param name="path">The path of the root.</param>
        /// <param name="base">The common base.</param>
        /// <param name="ours">This side.</param>
        /// <param name="theirs">The other side.</param>
        /// <exception cref="ToolException">The documents cannot be merged.</exception>
        public byte[] Merge(string path, KitbagDocument @base, KitbagDocument ours, KitbagDocument theirs)
        {
            byte[] baseBytes = @base.ToBytes(), ourBytes = ours.ToBytes(), theirBytes = theirs.ToBytes();
            if (theirBytes.AsSpan().SequenceEqual(baseBytes) || theirBytes.AsSpan().SequenceEqual(ourBytes))
                return ourBytes;
            if (ourBytes.AsSpan().SequenceEqual(baseBytes))
                return theirBytes;
            KitbagSchema schema = ours.Schema;
            if (theirs.Schema.Fingerprint != schema.Fingerprint || @base.Schema.Fingerprint != schema.Fingerprint)
                throw ToolException.Bad("The " + (path.Length == 0 ? "files" : "info documents of the files") + " have different schemas: "
                    + "load and save one of them with the program of the other.");
            bool isGraph = Schemas.TypeText.All(schema.Root).Any(t => t.Kind == SchemaKind.Reference);
            string[] texts = [JsonOf(@base), JsonOf(ours), JsonOf(theirs)];
            var keys = new DollarKeys(texts);
            JsonNode?[] trees = [.. texts.Select(text => Parse(keys.Hide(text)))];
            JsonNode? tree;
            var merge = new ThreeWayMerge(_favorsBase);
            IReadOnlyList<Conflict> lost;
            if (isGraph)
            {
                tree = GraphMerge.Merge(merge, path, schema.Root, trees[0], trees[1], trees[2], out lost);
            }
            else
            {
                tree = merge.At(path, schema.Root, trees[0], trees[1], trees[2], isKnown: true);
                ObjectPlaces[] places = [.. trees.Append(tree).Select(t => ObjectPlaces.Of(path, schema.Root, t))];
                lost = [.. ObjectPlaces.Moved(places[0], places[1], places[2], places[3], merge.Conflicts.Count != 0)];
            }
            _conflicts.AddRange(merge.Conflicts.Concat(lost).Select(c => isGraph ? keys.Restore(c) : c));
            if (lost.Count != 0)
            {
                IsResolvable = false;
                return [];
            }
            // The form of the document and the comparers of maps are not in the JSON: they remain those of our document.
            if (!isGraph && KeptMembers.AreIn(schema.Root, tree))
                PartialEdit.Apply(ours, path, trees[1], tree, keys);
            else
                ours.SetJson("", keys.Restore(ThreeWayMerge.Text(tree)!), JsonTexts.Reading);
            return ours.ToBytes();
        }

        /// <summary>Merges the info documents of files, which may have none, and returns the result.</summary>
        /// <param name="base">The common base.</param>
        /// <param name="ours">This side.</param>
        /// <param name="theirs">The other side.</param>
        /// <exception cref="ToolException">The documents cannot be merged.</exception>
        public ReadOnlyMemory<byte> MergeInfo(Source @base, Source ours, Source theirs)
        {
            ReadOnlyMemory<byte> before = @base.Shape.Info, our = ours.Shape.Info, their = theirs.Shape.Info;
            if (their.Span.SequenceEqual(our.Span) || their.Span.SequenceEqual(before.Span))
                return our;
            if (our.Span.SequenceEqual(before.Span))
                return their;
            if (before.IsEmpty || our.IsEmpty || their.IsEmpty)
            {
                _conflicts.Add(new Conflict(Info, TextOf(@base), TextOf(ours), TextOf(theirs)));
                return _favorsBase ? before : our;
            }
            using KitbagDocument baseInfo = _sources.OpenInfo(@base), ourInfo = _sources.OpenInfo(ours),
                theirInfo = _sources.OpenInfo(theirs);
            return Merge(Info, baseInfo, ourInfo, theirInfo);
        }

        private string? TextOf(Source source)
        {
            if (source.Shape.Info.IsEmpty)
                return null;
            using KitbagDocument info = _sources.OpenInfo(source);
            return ThreeWayMerge.Text(Parse(JsonOf(info)));
        }

        private static string JsonOf(KitbagDocument document)
        {
            string json = document.ToJson(JsonTexts.Reading);
            return !HasLoneSurrogate(json) ? json
                : throw ToolException.Bad("A string contains a half of a surrogate pair: such files cannot be merged.");
        }

        private static JsonNode? Parse(string json)
        {
            try
            {
                return JsonNode.Parse(json, null, new JsonDocumentOptions { MaxDepth = DeepestJson });
            }
            catch (JsonException e)
            {
                throw ToolException.Bad(e.Message);
            }
        }

        // Nodes cannot hold such a string. Backslashes before a 'u' may be escaped themselves.
        private static bool HasLoneSurrogate(string json)
        {
            bool isPossible = json.Contains("\\ud", StringComparison.OrdinalIgnoreCase);
            for (int i = 0; isPossible && i < json.Length - 2; i++)
            {
                if (json[i] != '\\')
                    continue;
                // KitbagJson writes pairs without escapes.
                if (json[i + 1] == 'u' && json[i + 2] is 'd' or 'D')
                    return true;
                i++;
            }
            return false;
        }
    }
}
