using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization;
using BootResponse.Model;
using Workloads;

namespace Kitbag.Cold
{
    internal static class Peer
    {

        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => Read<World>(bytes),
            "envelope" => Read<MessageEnvelope>(bytes),
            "persons" => Read<List<Person>>(bytes),
            "json-boot" => Read<Response<Boot>>(bytes),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => Write((World)value),
            "envelope" => Write((MessageEnvelope)value),
            "persons" => Write((List<Person>)value),
            "json-boot" => Write((Response<Boot>)value),
            _ => throw new NotSupportedException(),
        };

        private static object? Read<T>(byte[] bytes) => new DataContractSerializer(typeof(T)).ReadObject(new MemoryStream(bytes));

        private static byte[] Write<T>(T value)
        {
            var stream = new MemoryStream();
            new DataContractSerializer(typeof(T)).WriteObject(stream, value);
            return stream.ToArray();
        }
    }
}
