using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Codecs;

namespace Kitbag.CompilerServices
{
    /// <summary>The codecs that the generator made for one assembly. For generated code only.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class CodecProvider
    {
        /// <summary>The codec of a root type, or null where this assembly has none.</summary>
        /// <param name="type">The type.</param>
        /// <param name="json">Whether the codec has to write and read JSON, too.</param>
        public abstract Codec? Find(Type type, bool json);
    }

    /// <summary>Where assemblies' module initializers leave their codecs. For generated code only.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class CodecRegistry
    {
        private static readonly object s_lock = new object();
        private static readonly Dictionary<Type, Codec> s_found = new Dictionary<Type, Codec>(), s_foundForJson = new Dictionary<Type, Codec>();
        private static volatile CodecProvider[] s_providers = Array.Empty<CodecProvider>();

        /// <summary>Adds an assembly's codecs.</summary>
        /// <param name="provider">The codecs.</param>
        public static void Add(CodecProvider provider)
        {
            lock (s_lock)
            {
                var providers = new CodecProvider[s_providers.Length + 1];
                Array.Copy(s_providers, providers, s_providers.Length);
                providers[s_providers.Length] = provider;
                s_providers = providers;
            }
        }

        /// <summary>The codec of a type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="json">Whether the codec has to write and read JSON, too.</param>
        /// <exception cref="KitbagException">No assembly that is loaded has a codec for it.</exception>
        public static Codec Find(Type type, bool json = false)
        {
            Codec? codec = Search(type, json);
            if (codec == null)
            {
                RunInitializers(type);
                codec = Search(type, json);
            }
            if (codec != null)
                return codec;
            if (json && Search(type, false) != null)
                throw NoJson(type);
            string name = TypeText.Of(type);
            throw new KitbagException(
                KitbagErrorReason.NotSupported,
                "No codec was generated for '" + name
                    + "'. Call KitbagSerializer.Serialize or Deserialize with this very type, or add [assembly: KitbagSerializable(typeof("
                    + name + "))], "
                + "in a project that references Kitbag and its generator. Where the call stands in a generic method or class, mark its type parameter, as in Save<[KitbagRoot] T>(T value): then the types are found where that is used.");
        }

        /// <summary>What is said where a type's codec was generated for binary documents only.</summary>
        internal static KitbagException NoJson(Type type)
        {
            string name = TypeText.Of(type);
            return new KitbagException(
                KitbagErrorReason.NotSupported,
                "The codec that was generated for '" + name + "' has no JSON, because no call of KitbagJson reaches the type. Call "
                    + "KitbagJson.Serialize or Deserialize with this very type, or add [assembly: KitbagSerializable(typeof(" + name
                    + "))], in a project that references Kitbag and its generator. Where the call stands in a generic method or class, "
                    + "mark its type parameter with [KitbagRoot], without Json = false.");
        }

        // A runtime may put off an assembly's module initializer until code of the assembly runs, and none may have run yet. Who serializes
        // a type's collection mostly serializes the type as well.
        private static void RunInitializers(Type type)
        {
            RuntimeHelpers.RunModuleConstructor(type.Module.ModuleHandle);
            if (type.GetElementType() is { } element)
                RunInitializers(element);
            foreach (Type argument in type.GenericTypeArguments)
                RunInitializers(argument);
        }

        private static Codec? Search(Type type, bool json)
        {
            Dictionary<Type, Codec> found = json ? s_foundForJson : s_found;
            lock (s_lock)
            {
                if (found.TryGetValue(type, out Codec? known))
                    return known;
            }
            Codec? codec = Ask(type, json);
            if (codec != null)
            {
                lock (s_lock)
                    found[type] = codec;
            }
            return codec;
        }

        // Not under the lock: what makes a codec are static initializers, which may run code of the program, and each runs once for all
        // threads.
        private static Codec? Ask(Type type, bool json)
        {
            try
            {
                foreach (CodecProvider provider in s_providers)
                {
                    if (provider.Find(type, json) is { } codec)
                        return codec;
                }
                return null;
            }
            catch (TypeInitializationException e)
            {
                Exception cause = e.GetBaseException();
                throw new KitbagException(
                    KitbagErrorReason.Refused,
                    "The codec of '" + type + "' cannot be made, because a static initializer of '" + e.TypeName + "' failed: "
                        + cause.GetType() + ", " + cause.Message,
                    -1,
                    e);
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

        private static Codec<T> Find() => s_place.Codec = (Codec<T>)CodecRegistry.Find(typeof(T));

        private sealed class Place
        {
            public Codec<T>? Codec;
        }
    }

    /// <summary>The codec of a type that has JSON, found once.</summary>
    internal static class JsonCodecCache<T>
    {
        private static readonly Place s_place = new Place();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Codec<T> Get() => s_place.Codec ?? Find();

        private static Codec<T> Find() => s_place.Codec = (Codec<T>)CodecRegistry.Find(typeof(T), json: true);

        private sealed class Place
        {
            public Codec<T>? Codec;
        }
    }
}
