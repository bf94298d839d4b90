using System;
using System.Collections.Generic;
using System.IO;
using System.Xml.Serialization;
using Workloads;

namespace Kitbag.Cold
{
    // It has no dictionaries, which all other workloads hold.
    internal static class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload == "persons"
            ? new XmlSerializer(typeof(List<Person>)).Deserialize(new MemoryStream(bytes)) : throw new NotSupportedException();

        public static byte[] Write(string workload, object value)
        {
            if (workload != "persons")
                throw new NotSupportedException();
            var stream = new MemoryStream();
            new XmlSerializer(typeof(List<Person>)).Serialize(stream, value);
            return stream.ToArray();
        }
    }
}
