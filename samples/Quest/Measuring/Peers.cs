using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;
using System.Text.Json.Serialization.Metadata;
using System.Xml;
using System.Xml.Serialization;
using Newtonsoft.Json;
using JsonSerializer = System.Text.Json.JsonSerializer;

namespace Quest.Measuring
{
    /// <summary>The serializers that Kitbag is compared with, each used as its documentation recommends.</summary>
    public static class Peers
    {
        /// <summary>
        /// All serializers except Kitbag. Serializer objects are created in the first call, which includes the time for this. In a program
        /// that is compiled ahead of time, serializers that need dynamic code are left out.
        /// </summary>
        /// <param name="json">The metadata from System.Text.Json's source generator, with the options for a graph if the value is
        /// one.</param>
        /// <param name="isGraph">
        /// Whether objects refer to each other. All serializers except Kitbag need settings for this; XmlSerializer has none.
        /// </param>
        public static IEnumerable<Candidate<T>> For<T>(Func<JsonTypeInfo<T>> json, bool isGraph)
        {
            var generated = new Candidate<T>(
                "System.Text.Json",
                value => JsonSerializer.SerializeToUtf8Bytes(value, json()),
                bytes => JsonSerializer.Deserialize(bytes, json())!);
            return RuntimeFeature.IsDynamicCodeSupported
                ? [Xml<T>(), DataContract<T>(isGraph), generated, Newtonsoft<T>(isGraph)]
                : [generated];
        }

        private static Candidate<T> Xml<T>() => new Candidate<T>("XmlSerializer", SaveXml, LoadXml<T>);

        private static Candidate<T> DataContract<T>(bool isGraph) => new Candidate<T>(
            "DataContract (binary)",
            value => SaveDataContract(value, isGraph),
            bytes => LoadDataContract<T>(bytes, isGraph));

        private static Candidate<T> Newtonsoft<T>(bool isGraph)
        {
            // The JSON of a graph is as deep as its longest path, but Newtonsoft.Json reads 64 levels by default. It mistakes a struct
            // within an equal struct for a loop unless the check for loops is disabled; with references, there are no loops.
            JsonSerializerSettings? settings = isGraph
                ? new JsonSerializerSettings
                {
                    PreserveReferencesHandling = PreserveReferencesHandling.Objects,
                    ReferenceLoopHandling = ReferenceLoopHandling.Serialize,
                    MaxDepth = null,
                }
                : null;
            return new Candidate<T>(
                "Newtonsoft.Json",
                value => Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(value, settings)),
                bytes => JsonConvert.DeserializeObject<T>(Encoding.UTF8.GetString(bytes), settings)!);
        }

        private static byte[] SaveXml<T>(T value)
        {
            using var stream = new MemoryStream();
            Serializers<T>.Xml.Serialize(stream, value);
            return stream.ToArray();
        }

        private static T LoadXml<T>(byte[] bytes)
        {
            using var stream = new MemoryStream(bytes);
            return (T)Serializers<T>.Xml.Deserialize(stream)!;
        }

        private static byte[] SaveDataContract<T>(T value, bool isGraph)
        {
            using var stream = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream))
            {
                Serializers<T>.DataContract(isGraph).WriteObject(writer, value);
            }

            return stream.ToArray();
        }

        private static T LoadDataContract<T>(byte[] bytes, bool isGraph)
        {
            using var reader = XmlDictionaryReader.CreateBinaryReader(bytes, XmlDictionaryReaderQuotas.Max);
            return (T)Serializers<T>.DataContract(isGraph).ReadObject(reader)!;
        }

        private static class Serializers<T>
        {
            private static XmlSerializer? s_xml;
            private static DataContractSerializer? s_dataContract;

            internal static XmlSerializer Xml => s_xml ??= new XmlSerializer(typeof(T));

            internal static DataContractSerializer DataContract(bool isGraph) =>
                s_dataContract ??= new DataContractSerializer(
                    typeof(T), new DataContractSerializerSettings { PreserveObjectReferences = isGraph });
        }
    }
}
