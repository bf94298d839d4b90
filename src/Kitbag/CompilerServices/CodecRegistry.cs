using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using Kitbag.Codecs;

namespace Kitbag.CompilerServices
{
    /// <summary>Finds the codec of a root type, or null where the assembly has none. For generated code only.</summary>
    /// <param name="type">The type.</param>
    /// <param name="json">Whether the codec has to write and read JSON, too.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public delegate Codec? CodecFinder(Type type, bool json);

    /// <summary>
    /// Returns the bytes of the schema of a root type, or nothing where they were not generated. For generated code only.
    /// </summary>
    /// <param name="type">The type.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public delegate ReadOnlySpan<byte> SchemaFinder(Type type);

    /// <summary>Where assemblies leave the codecs that the generator made for them. For generated code only.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class CodecRegistry
    {
        // In order of their ranks. These are replaced as a whole and never changed, so that who looks for a codec takes no lock.
        private static volatile Provider[] s_providers = Array.Empty<Provider>();
        // Only calls that name their type by a Type need these: the comparer of a first dictionary of types is made by reflection.
        private static volatile Dictionary<Type, BoxedCodec>? s_found, s_foundForJson;
        private static readonly object s_adding = new object();

        /// <summary>Adds an assembly's codecs. For code of generators that do not know of ranks.</summary>
        /// <inheritdoc cref="Add(int, string, int, CodecFinder)"/>
        public static void Add(int contract, string assembly, CodecFinder find) => Add(contract, assembly, 0, find);

        /// <summary>Adds an assembly's codecs. What was added before is not added again. Any thread may call it.</summary>
        /// <param name="contract">
        /// The <see cref="GeneratorContract.Version"/> of the generator that made the code. Code of another one is never run, for it may
        /// call what is not here: where one of its codecs is asked for, a <see cref="KitbagException"/> says so.
        /// </param>
        /// <param name="assembly">The assembly's name.</param>
        /// <param name="rank">
        /// The rank of the assembly, as <see cref="CodecRankAttribute"/> has it. Of several assemblies that have a codec for a type (of a
        /// root such as a list of objects), the one with the highest rank is asked: it knows the types of those that it references.
        /// </param>
        /// <param name="find">Finds its codecs.</param>
        public static void Add(int contract, string assembly, int rank, CodecFinder find)
        {
            lock (s_adding)
            {
                Provider[] before = s_providers;
                int at = 0;
                foreach (Provider provider in before)
                {
                    if (provider.Find == find)
                        return;
                    at += provider.Rank >= rank ? 1 : 0;
                }
                var providers = new Provider[before.Length + 1];
                Array.Copy(before, providers, at);
                providers[at] = new Provider(contract, assembly, rank, find);
                Array.Copy(before, at, providers, at + 1, before.Length - at);
                s_providers = providers;
                // What was found in those that come later now may be asked of this one.
                for (int i = at; i < before.Length; i++)
                    before[i].Forget();
            }
        }

        /// <summary>
        /// Adds the schemas of an assembly's lock file, whose codecs were added before. They are read when a document names a schema that
        /// nothing else knows.
        /// </summary>
        /// <param name="find">Finds its codecs, as it was added.</param>
        /// <param name="text">Gives the lock file.</param>
        public static void AddLocked(CodecFinder find, Func<string> text)
        {
            lock (s_adding)
            {
                foreach (Provider provider in s_providers)
                {
                    if (provider.Find == find)
                        provider.Locked ??= new LockedSchemas(text);
                }
            }
        }

        /// <summary>Adds the bytes of the schemas of an assembly's roots, whose codecs were added before.</summary>
        /// <param name="find">Finds its codecs, as it was added.</param>
        /// <param name="schemas">Finds the bytes.</param>
        public static void AddSchemas(CodecFinder find, SchemaFinder schemas)
        {
            lock (s_adding)
            {
                foreach (Provider provider in s_providers)
                {
                    if (provider.Find == find)
                        provider.Schemas = schemas;
                }
            }
        }

        /// <summary>The bytes of a schema that a lock file has; null where none has it.</summary>
        /// <param name="fingerprint">What names the schema.</param>
        internal static byte[]? FindLocked(ulong fingerprint)
        {
            foreach (Provider provider in s_providers)
            {
                if (provider.Locked?.Find(fingerprint) is { } found)
                    return found;
            }
            return null;
        }

        /// <summary>
        /// Removes an assembly's codecs, and forgets those that were found there, so that nothing of Kitbag keeps the assembly from being
        /// unloaded. Nothing of it may be serialized meanwhile.
        /// </summary>
        /// <param name="find">Finds its codecs, as it was added.</param>
        public static void Remove(CodecFinder find)
        {
            lock (s_adding)
            {
                var rest = new List<Provider>();
                foreach (Provider provider in s_providers)
                {
                    if (provider.Find != find)
                    {
                        rest.Add(provider);
                        continue;
                    }
                    provider.Forget();
                }
                s_providers = rest.ToArray();
            }
        }

        /// <summary>The codec of a type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="json">Whether the codec has to write and read JSON, too.</param>
        /// <exception cref="KitbagException">No assembly that is loaded has a codec for it.</exception>
        public static Codec Find(Type type, bool json = false) => FindBoxed(type, json).Inner;

        /// <summary>The codec of a type that is known only when the program runs, as one of objects.</summary>
        /// <inheritdoc cref="Find"/>
        internal static BoxedCodec FindBoxed(Type type, bool json = false) =>
            (json ? s_foundForJson : s_found) is { } all && all.TryGetValue(type, out BoxedCodec? found)
                ? found
                : FindAndKeep(type, json);

        private static BoxedCodec FindAndKeep(Type type, bool json)
        {
            var codec = new BoxedCodec(Search(type, json, new TypePlace(type, json)));
            Keep(type, json, codec);
            return codec;
        }

        // Null takes it out.
        private static void Keep(Type type, bool json, BoxedCodec? codec)
        {
            lock (s_adding)
            {
                Dictionary<Type, BoxedCodec>? before = json ? s_foundForJson : s_found;
                var all = before == null ? new Dictionary<Type, BoxedCodec>() : new Dictionary<Type, BoxedCodec>(before);
                if (codec == null)
                    all.Remove(type);
                else
                    all[type] = codec;
                if (json)
                    s_foundForJson = all;
                else
                    s_found = all;
            }
        }

        /// <summary>Asks all assemblies for the codec of a type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="json">Whether the codec has to write and read JSON, too.</param>
        /// <param name="place">Where it is going to be kept.</param>
        internal static Codec Search(Type type, bool json, CodecPlace place)
        {
            Codec? codec = Ask(type, json, place);
            if (codec == null)
            {
                TypeAssemblies.RunInitializers(type);
                codec = Ask(type, json, place);
            }
            return codec ?? throw (json && Ask(type, false, null) != null ? MissingCodecs.NoJson(type) : NoCodec(type));
        }

        // Not under a lock: what makes a codec are static initializers, which may run code of the program, and each runs once for all
        // threads.
        private static Codec? Ask(Type type, bool json, CodecPlace? place)
        {
            try
            {
                foreach (Provider provider in s_providers)
                {
                    if (provider.Contract != GeneratorContract.Version || provider.Find(type, json) is not { } codec)
                        continue;
                    if (!json && provider.Schemas is { } schemas)
                        codec.SetDocument(schemas(type));
                    lock (s_adding)
                        provider.Places = place?.Enter(provider.Places) ?? provider.Places;
                    return codec;
                }
                return null;
            }
            catch (TypeInitializationException e)
            {
                Exception cause = e.GetBaseException();
                throw new KitbagException(
                    KitbagErrorReason.Refused,
                    "The codec of '" + type + "' cannot be created, because a static initializer of '" + e.TypeName + "' failed: "
                        + cause.GetType() + ", " + cause.Message,
                    -1,
                    e);
            }
        }

        // An assembly whose codecs cannot be used may have it: that of the type itself, if it is one.
        private static KitbagException NoCodec(Type type)
        {
            Provider? refused = null;
            foreach (Provider provider in s_providers)
            {
                if (provider.Contract == GeneratorContract.Version)
                    continue;
                if (refused == null || TypeAssemblies.NameOf(type) == provider.Assembly)
                    refused = provider;
            }
            return refused == null
                ? MissingCodecs.NoCodec(type)
                : new KitbagException(
                    KitbagErrorReason.NotSupported,
                    "There is no codec for '" + TypeText.Of(type) + "', and the codecs of '" + refused.Assembly
                        + "' cannot be used: they were generated for version " + Text(refused.Contract)
                        + " of the contract between generated code and Kitbag, and the Kitbag.dll that is loaded has version "
                        + Text(GeneratorContract.Version) + ". Rebuild '" + refused.Assembly + "' with this Kitbag.");
        }

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

        private sealed class TypePlace : CodecPlace
        {
            private readonly Type _type;
            private readonly bool _isForJson;

            public TypePlace(Type type, bool isForJson)
            {
                _type = type;
                _isForJson = isForJson;
            }

            internal override void Clear() => Keep(_type, _isForJson, null);
        }

        private sealed class Provider
        {
            public readonly int Contract;
            public readonly string Assembly;
            public readonly int Rank;
            public readonly CodecFinder Find;

            // What its older versions wrote, where it has that.
            public volatile LockedSchemas? Locked;

            // What its codecs write as their schemas, where that was generated.
            public volatile SchemaFinder? Schemas;

            // Where codecs that were found here are kept.
            public CodecPlace? Places;

            public Provider(int contract, string assembly, int rank, CodecFinder find)
            {
                Contract = contract;
                Assembly = assembly;
                Rank = rank;
                Find = find;
            }

            // So that they are looked for again.
            public void Forget()
            {
                for (CodecPlace? place = Places; place != null; place = place.Leave())
                    place.Clear();
                Places = null;
            }
        }
    }

    /// <summary>The codec of a type, found once.</summary>
    internal static class CodecCache<T>
    {
        // A field that never changes is a constant to compiled code; of one that does, it has to ask each time where it lies.
        private static readonly Place s_place = new Place();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Codec<T> Get() => s_place.Codec ?? Find();

        private static Codec<T> Find() => s_place.Codec = (Codec<T>)CodecRegistry.Search(typeof(T), json: false, s_place);

        private sealed class Place : CodecPlace
        {
            public Codec<T>? Codec;

            internal override void Clear() => Codec = null;
        }
    }

    /// <summary>The codec of a type that has JSON, found once.</summary>
    internal static class JsonCodecCache<T>
    {
        private static readonly Place s_place = new Place();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Codec<T> Get() => s_place.Codec ?? Find();

        private static Codec<T> Find() => s_place.Codec = (Codec<T>)CodecRegistry.Search(typeof(T), json: true, s_place);

        private sealed class Place : CodecPlace
        {
            public Codec<T>? Codec;

            internal override void Clear() => Codec = null;
        }
    }
}
