using System;
using System.Runtime.CompilerServices;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    // Objects in JSON.
    public abstract partial class ObjectCodec<T>
    {
        /// <summary>
        /// Creates a new object, before any member is set, if that is possible. It shows which default values need not be written.
        /// </summary>
        protected virtual T New() => default!;

        /// <summary>Describes the members in the order of JSON.</summary>
        /// <param name="members">Receives the members.</param>
        protected virtual void DescribeJson(JsonMembers members) => throw NoJson();

        /// <summary>Writes the members as JSON, each with its name.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="names">The names of the members, in the order of their description.</param>
        /// <param name="value">The object, not null.</param>
        protected virtual void WriteMembers(ref JsonWriter w, JsonName[] names, T value) => throw NoJson();

        /// <summary>Reads the members from JSON into an object.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="members">Determines which member is next.</param>
        /// <param name="value">The object; replaced by a new one unless it is to be populated.</param>
        /// <param name="populate">Whether to populate the existing object.</param>
        protected virtual void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref T value, bool populate) => throw NoJson();

        private static KitbagException NoJson() => MissingCodecs.NoJson(typeof(T));

        /// <summary>The exception for JSON that lacks a member without which no object can be created. Called by generated code.</summary>
        /// <param name="r">The reader, behind the object.</param>
        /// <param name="member">The member's name.</param>
        protected KitbagException MissingRequiredMember(ref JsonReader r, string member) =>
            ObjectDescription.MissingRequiredMember(ref r, member, Json.NameOf(member, r.Options), _name);

        internal override bool IsJsonObject => true;

        internal override bool HasJsonName(string name, KitbagJsonOptions options) => Json.For(options).Has(name);

        private JsonMembers Json => _json ?? DescribeJson();

        private JsonMembers DescribeJson()
        {
            var json = new JsonMembers();
            DescribeJson(json);
            if (json.MigratedCount != 0)
                json.MigratedMembers = ObjectPlans.MigratedMembers(json, Description);
            json.NameInCode = NameInCode;
            json.MayHaveKept = KeepsUnknown;
            if (json.MayLose)
                json.KeepReplaced(Ask(json.For(KitbagJsonOptions.Default), KitbagJsonOptions.Default));
            _json = json;
            return json;
        }

        private string? NameInCode(string name) => Description.OtherNames.IndexOf(name) is >= 0 and int i ? Description.Names[i] : null;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T value)
        {
            if (value is null)
            {
                w.WriteNull();
                return;
            }
            JsonName[] names = NamesFor(ref w);
            w.BeginObject();
            WriteMembers(ref w, names, value);
            w.EndObject();
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private JsonName[] NamesFor(ref JsonWriter w)
        {
            JsonNames names = Json.For(w.Options);
            return w.OmitsDefaults ? names.Omitting ?? FindOmitting(names, w.Options) : names.All;
        }

        private JsonName[] FindOmitting(JsonNames names, KitbagJsonOptions options) =>
            names.Omitting = Json.MayOmit ? Json.Omitting(names.All, Json.HasNew ? Ask(names, options) : null) : names.All;

        // A new object shows whether a default value that is omitted is restored.
        private JsonName[] Ask(JsonNames names, KitbagJsonOptions options)
        {
            JsonName[] questions = Array.ConvertAll(names.All, name => name.Question());
            var nowhere = new JsonWriter(options) { Identities = References == References.None ? null : new JsonGraphWriter() };
            try
            {
                WriteMembers(ref nowhere, questions, New());
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // Code of the program that fails for a new object need not fail for the one that is written. Members that could not be
                // examined are never omitted.
            }
            finally
            {
                nowhere.Dispose();
            }
            return questions;
        }

        // Every struct has a default, whatever its constructors require or set.
        internal override bool IsDefaultInJson(ref JsonWriter w, T value)
        {
            if (!typeof(T).IsValueType)
                return IsDefault(value);
            bool hadFoundNonDefault = w.HasFoundNonDefault;
            w.HasFoundNonDefault = false;
            try
            {
                WriteMembers(ref w, Json.For(w.Options).Probes, value);
                return !w.HasFoundNonDefault;
            }
            finally
            {
                w.HasFoundNonDefault = hadFoundNonDefault;
            }
        }

        /// <inheritdoc/>
        public override T ReadJson(ref JsonReader r)
        {
            T value = default!;
            if (r.Graph != null || !r.TryBeginObject())
                return ReadOtherJson(ref r);
            ReadAllMembers(ref r, ref value, false);
            return value;
        }

        // Reads an object that may have an identity, and other JSON that represents one.
        private T ReadOtherJson(ref JsonReader r)
        {
            byte first = r.Peek();
            if (first == '[')
                return ReadJsonOfOne(ref r);
            if (!typeof(T).IsValueType && first == 'n' && r.TryReadNull())
                return default!;
            if (first == '{')
                return ReadWithIdentity(ref r);
            throw r.Unexpected("an object");
        }

        /// <summary>Reads a member that has migrations. Called by generated code.</summary>
        /// <typeparam name="TMember">The type of the member's codec.</typeparam>
        /// <param name="r">The reader, before the value; afterwards behind it.</param>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="codec">Its codec.</param>
        /// <param name="from">The name of the old member in the text; empty if it is a name of the member itself.</param>
        protected TMember ReadMigratedJson<TMember>(ref JsonReader r, int member, Codec<TMember> codec, string from = "") =>
            codec.ReadJsonMember(ref r, Description.MigrationsOf(member, from.Length != 0 ? from : Description.Names[member]));

        internal override int FitOwnJson(ref JsonReader r) =>
            r.Peek() == '{' ? CountUnknown(ref r, Json.For(r.Options)) : -1;

        internal sealed override void CheckJson(ref JsonReader r)
        {
            JsonNames names = Json.For(r.Options);
            r.BeginObject();
            for (int i = 0; r.NextKey(i); i++)
            {
                int index = names.Find(r.ReadMemberName(), r.Options.CaseInsensitive);
                if (((uint)index < (uint)Json.Count ? Description.CodecOf(Json.NameOf(index)) : null) is { } codec)
                    CheckJson(ref r, codec);
                else
                    r.Skip();
            }
        }

        internal override Codec? PartOfJson(ref JsonReader r, string? name)
        {
            int index = name == null ? -1 : Json.For(r.Options).Find(name, r.Options.CaseInsensitive);
            return (uint)index < (uint)Json.Count ? Description.CodecOf(Json.NameOf(index)) : null;
        }

        internal sealed override T ReadJsonEntry(ref JsonReader r)
        {
            T value = default!;
            JsonMemberReader members = JsonMemberReader.OfEntry(ref r, Json.For(r.Options),
                Schema.IsPair && JsonKinds.IsText(Schema.KeyOfPair.Kind));
            ReadMembers(ref r, ref members, ref value, false);
            return value;
        }

        private void ReadAllMembers(ref JsonReader r, ref T value, bool populate, bool isInside = false)
        {
            JsonNames names = Json.For(r.Options);
            r.MayHaveKept |= names.MayHaveKept;
            var members = new JsonMemberReader(names, r.Options.Duplicates == KitbagJsonDuplicates.Refuse, isInside,
                !typeof(T).IsValueType && IsWhole(ref r, value, populate));
            ReadMembers(ref r, ref members, ref value, populate);
        }

        private protected sealed override T Extend(ref JsonReader r, T current)
        {
            Populate(ref r, ref current);
            return current;
        }

        internal override void ReadJsonInto(ref JsonReader r, T target) => Populate(ref r, ref target);

        private void Populate(ref JsonReader r, ref T target)
        {
            bool isOne = r.TryBeginOne();
            if (r.TryReadNull())
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The text holds null, which cannot populate an object.");
            int start = r.Position;
            r.BeginObject();
            bool isInside = false;
            string? id = !typeof(T).IsValueType && r.Graph != null ? r.ReadIdentity(out isInside) : null;
            if (id != null)
                JsonGraphReader.Of(ref r).Add(id, this, target!, start);
            if (!typeof(T).IsValueType)
                JsonGraphReader.ChangesOf(ref r)?.Hold(this, target);
            ReadAllMembers(ref r, ref target, true, isInside);
            if (isOne)
                r.EndOne();
        }
    }
}
