using System.Collections.Generic;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Represents a tracked object that was nested too deeply to be written where it occurred, and is written further out.
    /// </summary>
    internal abstract class JsonDeferred
    {
        /// <summary>Writes the object.</summary>
        public abstract void Write(ref JsonWriter w);
    }

    /// <summary>
    /// Contains the tracked objects of a text that is written, including those that are written further out than they occurred.
    /// </summary>
    internal sealed class JsonGraphWriter : JsonIdentities
    {
        private readonly Queue<JsonDeferred> _deferred = new Queue<JsonDeferred>();
        private int _open;

        /// <summary>Gets a value indicating whether a tracked object is being written.</summary>
        public bool IsAnyOpen => _open != 0;

        /// <summary>That of a text.</summary>
        public static JsonGraphWriter Of(ref JsonWriter w) => (JsonGraphWriter)w.Identities!;

        /// <summary>Has an object written further out, as soon as the outermost one that is open ends.</summary>
        public void Defer(int number, JsonDeferred deferred)
        {
            Defer(number);
            _deferred.Enqueue(deferred);
        }

        /// <summary>Starts an object.</summary>
        public void Begin(ref JsonWriter w, int number)
        {
            _open++;
            w.BeginTracked(number);
        }

        /// <summary>Ends an object; before the outermost one ends, those are written that stood too deep within it.</summary>
        public void End(ref JsonWriter w)
        {
            WriteDeferred(ref w);
            _open--;
            w.EndObject();
        }

        /// <summary>Starts a collection.</summary>
        public void BeginList(ref JsonWriter w, int number)
        {
            _open++;
            w.BeginTrackedList(number);
        }

        /// <summary>Ends a collection; objects that were nested too deeply in the outermost one follow it.</summary>
        public void EndList(ref JsonWriter w, int number, bool isMap)
        {
            bool isWrapped = WriteDeferred(ref w);
            _open--;
            w.EndTrackedList(number, isMap, isWrapped);
        }

        private bool WriteDeferred(ref JsonWriter w)
        {
            if (_open != 1 || _deferred.Count == 0)
                return false;
            w.WriteName(JsonForm.Objects.For(w.Options).All[0]);
            w.BeginArray();
            while (_deferred.TryDequeue(out JsonDeferred? next))
            {
                w.NextElement();
                next.Write(ref w);
            }
            w.EndArray();
            return true;
        }
    }
}
