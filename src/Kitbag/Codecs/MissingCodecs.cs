using System;

namespace Kitbag.Codecs
{
    /// <summary>Exceptions for types without a codec, or without one that supports JSON.</summary>
    internal static class MissingCodecs
    {
        /// <summary>No loaded assembly has a codec of the type.</summary>
        public static KitbagException NoCodec(Type type)
        {
            string name = TypeText.Of(type);
            return new KitbagException(
                KitbagErrorReason.NotSupported,
                "No codec was generated for '" + name + "'. Call KitbagSerializer.Serialize or Deserialize with exactly this type, or add "
                    + "[assembly: KitbagSerializable(typeof(" + name + "))], in a project that references Kitbag and its generator (in "
                    + "Unity: whose assembly definition references Kitbag.Unity). "
                    + "If the call is in a generic method or class, mark its type parameter, as in Save<[KitbagRoot] T>(T value). "
                    + "Calls in .razor files are not seen: use the attribute. If the runtime does not run module initializers, call "
                    + "KitbagGenerated.Register() of that assembly first.");
        }

        /// <summary>The codec of the type was generated for binary documents only.</summary>
        public static KitbagException NoJson(Type type)
        {
            string name = TypeText.Of(type);
            return new KitbagException(
                KitbagErrorReason.NotSupported,
                "The codec that was generated for '" + name + "' has no JSON, because no call of KitbagJson reaches the type. Call "
                    + "KitbagJson.Serialize or Deserialize with exactly this type, or add [assembly: KitbagSerializable(typeof(" + name
                    + "))], in a project that references Kitbag and its generator. If the call is in a generic method or class, "
                    + "mark its type parameter with [KitbagRoot], without Json = false.");
        }
    }
}
