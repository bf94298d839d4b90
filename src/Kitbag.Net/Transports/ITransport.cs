using System.IO.Pipelines;
using System.Net;

namespace Kitbag.Net.Transports
{
    /// <summary>A pipe that knows the endpoint of the peer.</summary>
    internal interface ITransport : IDuplexPipe
    {
        /// <summary>Gets the endpoint of the peer, or null if it is unknown.</summary>
        EndPoint? RemoteEndPoint { get; }
    }
}
