using System;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Holds the objects to which a stand-in refers, with its own members and with those that it keeps, while its bytes are read as an
    /// object of the class that it stands for.
    /// </summary>
    /// <remarks>
    /// Abstract, so that ahead-of-time compiled programs contain the implementation only if a class keeps unknown members.
    /// </remarks>
    internal abstract class StandInReferences : IDisposable
    {
        /// <summary>
        /// Gets or sets how an instance is created for the codec of a stand-in, or null if no class of the program keeps unknown members.
        /// </summary>
        public static Func<Codec, StandInReferences>? Maker { get; set; }

        /// <summary>
        /// Returns an instance, or null if the document has no objects: all that unknown members refer to is missing then, and remains so.
        /// </summary>
        public static StandInReferences? Of(ref WireReader r, Codec other) => r.Graph == null ? null : Maker!(other);

        /// <summary>Gets what collects the objects while the stand-in is written.</summary>
        public abstract object Writer { get; }

        /// <summary>Returns what finds the objects while the bytes are read.</summary>
        /// <param name="r">The reader of the document.</param>
        /// <param name="plan">How references of the stand-in's own members are read.</param>
        public abstract object ReaderOf(ref WireReader r, GraphPlan plan);

        /// <summary>Returns memory to the pool.</summary>
        public abstract void Dispose();
    }

    /// <inheritdoc/>
    internal sealed class KeptStandInReferences : StandInReferences
    {
        private readonly KeptTargetsBuilder _kept = new KeptTargetsBuilder(Array.Empty<string>());
        private readonly GraphWriter? _graph;

        public KeptStandInReferences(Codec other) =>
            _graph = other.IsTree ? null : new GraphWriter(other.Graph) { Kept = _kept };

        public override object Writer => _graph ?? (object)_kept;

        public override object ReaderOf(ref WireReader r, GraphPlan plan) => GraphReader.OfStandIn(ref r, plan, _kept.Build(), _graph);

        public override void Dispose() => _graph?.Dispose();
    }
}
