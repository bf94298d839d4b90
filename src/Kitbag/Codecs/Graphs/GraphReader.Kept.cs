using System;
using System.Collections.Generic;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Reads unknown members of objects, after all objects of the document have been read.</summary>
    /// <param name="r">The reader of the document.</param>
    internal delegate void KeptRead(ref WireReader r);

    // Objects to which unknown members refer.
    internal sealed partial class GraphReader
    {
        private DocumentSource? _lastSource;

        private GraphReader(GraphReader? outer, GraphPlan plan, KeptTargets targets)
            : this(plan, false)
        {
            _outer = outer?._outer ?? outer;
            Targets = targets;
        }

        /// <summary>Gets, for a reader of unknown members, the objects to which they refer; otherwise null.</summary>
        public KeptTargets? Targets { get; }

        /// <summary>Gets the objects of this document, or those to which unknown members that are read refer.</summary>
        /// <param name="types">The tracked types by name.</param>
        public KeptSource SourceOf(Dictionary<string, SchemaType> types) =>
            Targets ?? (KeptSource)(_lastSource?.Types == types ? _lastSource : _lastSource = new DocumentSource(this, types));

        /// <summary>Creates a reader of unknown members.</summary>
        /// <param name="r">The reader of the document.</param>
        /// <param name="plan">The tracked types of the members.</param>
        /// <param name="targets">The objects to which they refer.</param>
        /// <exception cref="KitbagException">An object is not of the class that this program has for its type.</exception>
        public static GraphReader OfKept(ref WireReader r, GraphPlan plan, KeptTargets targets)
        {
            var reader = new GraphReader((GraphReader?)r.Graph, plan, targets);
            for (int i = 0; i < plan.Parts.Length; i++)
            {
                if (plan.Parts[i].Codec is not { } codec)
                {
                    // They may be read as values.
                    reader._counts[i] = targets.ObjectsOf(i).Length;
                    continue;
                }
                object?[] objects = targets.ObjectsOf(i);
                reader._outer?._unknown?.Replace(ref r, objects, codec);
                objects = targets.ObjectsOf(i);
                r.Charge(Cost.ArrayHeader + objects.Length * (long)Cost.Reference);
                reader.SetTable(ref r, i, codec.TrackedType!.TableOf(objects) ?? throw NotOfClass(ref r, codec));
                // Each of them exists elsewhere already.
                reader._given[i].AsSpan().Fill(true);
            }
            return reader;
        }

        /// <summary>Creates a reader of the members of a stand-in, as those of the class that it stands for.</summary>
        /// <param name="r">The reader of the document.</param>
        /// <param name="plan">The tracked types of the members.</param>
        /// <param name="targets">The objects to which its unknown members refer.</param>
        /// <param name="found">The objects to which its own members refer, or null if they cannot refer to any.</param>
        public static GraphReader OfStandIn(ref WireReader r, GraphPlan plan, KeptTargets targets, GraphWriter? found)
        {
            var reader = new GraphReader((GraphReader?)r.Graph, plan, targets);
            for (int i = 0; i < plan.Parts.Length; i++)
            {
                if (plan.Parts[i].Codec is not { } codec)
                    continue;
                object[] objects = found?.AllObjects[i]?.ToList().ToArray() ?? Array.Empty<object>();
                r.Charge(Cost.ArrayHeader + objects.Length * (long)Cost.Reference);
                reader.SetTable(ref r, i, codec.TrackedType!.TableOf(objects) ?? throw NotOfClass(ref r, codec));
            }
            return reader;
        }

        private void ReadKeptValues<T>(ref WireReader r, Codec<T> codec, ValuePart part, T[] values)
        {
            if (_outer!._unknown is not { } unknown)
                throw NotOfClass(ref r, codec);
            foreach (KeptValues some in unknown.ValuesOf(ref r, Targets!.ObjectsOf(part.Type), part))
            {
                r.Charge(Cost.ArrayHeader + codec.ValueSize * (long)some.Places.Length);
                var read = new T[some.Places.Length];
                WireReader inner = r.Inner(some.Bytes.Span);
                try
                {
                    inner.Graph = some.Graph;
                    codec.ReadColumnByPlan(ref inner, read, some.Plan);
                    r.Charge(r.Budget - inner.Budget);
                }
                catch (KitbagException e)
                {
                    e.MoveTo(r.Position);
                    throw;
                }
                finally
                {
                    inner.Dispose();
                }
                for (int i = 0; i < read.Length; i++)
                    values[some.Places[i]] = read[i];
            }
        }

        /// <summary>Returns the error for objects of another class than a member requires.</summary>
        public static KitbagException NotOfClass(ref WireReader r, Codec codec) => r.Error(KitbagErrorReason.SchemaMismatch,
            "Members that another version of the program wrote refer to objects which are not of the class '"
            + KitbagException.Cut(codec.Schema.Name) + "' in this document.");

        /// <summary>Gets how values of a union are handled whose types the program lacks.</summary>
        public KitbagUnknownCases UnknownCases => _plan.UnknownCases;

        /// <summary>Has unknown members read once all objects of the document have been read.</summary>
        public void ReadLater(KeptRead read) => (_outer ?? this)._kept.Add(read);

        /// <summary>
        /// Returns the codec of the objects of a tracked type, or null if this program does not read them. It is that of
        /// <see cref="ReplaceableObject"/> for objects of classes that the program which wrote the document lacks.
        /// </summary>
        /// <param name="r">The reader of the number.</param>
        /// <param name="type">The number of the type in the document.</param>
        public Codec? CodecOf(ref WireReader r, uint type) => type < (uint)_plan.Parts.Length
            ? _plan.Parts[(int)type].Codec
            : throw r.Error(KitbagErrorReason.Malformed, "Found a reference to a tracked type that the document does not have.");

        /// <summary>Returns the objects of a tracked type that this program reads; they are null if references are only checked.</summary>
        /// <param name="type">The number of the type.</param>
        public object?[] ObjectsOf(int type) => (object?[])_tables[type]!;

        /// <summary>Returns the objects of a tracked type that this program reads.</summary>
        /// <param name="writer">The type.</param>
        /// <param name="codec">Their codec.</param>
        public object?[] ObjectsOf(SchemaType writer, out Codec? codec)
        {
            int type = Array.FindIndex(_plan.Parts, part => part.Writer.Identity.Equals(writer.Identity));
            codec = _plan.Parts[type].Codec;
            return ObjectsOf(type);
        }
    }
}
