using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.CompilerServices
{
    /// <summary>Returns the codec of a root type, or null if the assembly has none. Used by generated code.</summary>
    /// <param name="type">The type.</param>
    /// <param name="json">Whether the codec must support JSON as well.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public delegate Codec? CodecFinder(Type type, bool json);

    /// <summary>
    /// Returns the bytes of the schema of a root type, or nothing if they were not generated. Used by generated code.
    /// </summary>
    /// <param name="type">The type.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public delegate ReadOnlySpan<byte> SchemaFinder(Type type);

    /// <summary>The registry of the codecs that the generator created for assemblies. Used by generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class CodecRegistry
    {
        // In order of their ranks. The arrays are replaced and never modified, so that lookups take no lock.
        private static volatile Provider[] s_providers = Array.Empty<Provider>();
        // Used only by calls with a Type, because reflection creates the comparer of the first dictionary with types as keys.
        private static volatile Dictionary<Type, BoxedCodec>? s_found, s_foundForJson;
        private static readonly object s_adding = new object();

        /// <summary>Adds the codecs of an assembly. Called by code of generators from before ranks were introduced.</summary>
        /// <inheritdoc cref="Add(int, string, int, CodecFinder)"/>
        public static void Add(int contract, string assembly, CodecFinder find) => Add(contract, assembly, 0, find);

        /// <summary>Adds the codecs of an assembly, unless they have been added. Thread-safe.</summary>
        /// <param name="contract">
        /// The <see cref="GeneratorContract.Version"/> of the generator. Code of another version is never called, because it may call
        /// members that do not exist: requesting one of its codecs causes a <see cref="KitbagException"/>.
        /// </param>
        /// <param name="assembly">The name of the assembly.</param>
        /// <param name="rank">
        /// The rank of the assembly, see <see cref="CodecRankAttribute"/>. If several assemblies have a codec for a type (of a root such as
        /// a list of objects), the one with the highest rank is used: it has access to the types of the assemblies that it references.
        /// </param>
        /// <param name="find">Returns its codecs.</param>
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
                // Codecs that were found in assemblies with lower ranks may be in this one now.
                for (int i = at; i < before.Length; i++)
                    before[i].Forget();
            }
        }

        /// <summary>
        /// Adds the schemas of the lock file of an assembly whose codecs were added before. They are read if a document refers to a schema
        /// that is not known otherwise.
        /// </summary>
        /// <param name="find">The method that was added with the codecs.</param>
        /// <param name="text">Returns the lock file.</param>
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

        /// <summary>Adds the bytes of the schemas of the roots of an assembly whose codecs were added before.</summary>
        /// <param name="find">The method that was added with the codecs.</param>
        /// <param name="schemas">Returns the bytes.</param>
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

        /// <summary>Returns the bytes of a schema in a lock file; null if none contains it.</summary>
        /// <param name="fingerprint">The fingerprint of the schema.</param>
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
        /// Removes the codecs of an assembly and cached references to them, so that Kitbag does not prevent the assembly from being
        /// unloaded. No value of its types may be serialized at the same time.
        /// </summary>
        /// <param name="find">The method that was added with the codecs.</param>
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

        /// <summary>Returns the codec of a type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="json">Whether the codec must support JSON as well.</param>
        /// <exception cref="KitbagException">No loaded assembly has a codec for it.</exception>
        public static Codec Find(Type type, bool json = false) => FindBoxed(type, json).Inner;

        /// <summary>Returns the codec of a type that is known only at run time, as a codec of objects.</summary>
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

        // Null removes it.
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

        /// <summary>Searches all assemblies for the codec of a type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="json">Whether the codec must support JSON as well.</param>
        /// <param name="place">The location in which it will be cached.</param>
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

        // Not under a lock: codecs are created by static initializers, which may run code of the program, and each of which runs once for
        // all threads.
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

        // An assembly with incompatible codecs may have the codec: the assembly of the type itself, if there is one.
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

            // The schemas of its older versions, if it has a lock file.
            public volatile LockedSchemas? Locked;

            // The schemas of its codecs, if they were generated.
            public volatile SchemaFinder? Schemas;

            // The locations in which codecs of this assembly are cached.
            public CodecPlace? Places;

            public Provider(int contract, string assembly, int rank, CodecFinder find)
            {
                Contract = contract;
                Assembly = assembly;
                Rank = rank;
                Find = find;
            }

            // So that they are searched for again.
            public void Forget()
            {
                for (CodecPlace? place = Places; place != null; place = place.Leave())
                    place.Clear();
                Places = null;
            }
        }
    }

    /// <summary>The cached codec of a type.</summary>
    internal static class CodecCache<T>
    {
        // A static readonly field is a constant in compiled code; a mutable one must be located at each access.
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

    /// <summary>The cached codec of a type, with support for JSON.</summary>
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
