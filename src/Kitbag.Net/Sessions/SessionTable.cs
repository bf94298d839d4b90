using System;
using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace Kitbag.Net.Sessions
{
    /// <summary>Contains the sessions of a server that can be resumed, by their tokens.</summary>
    internal sealed class SessionTable
    {
        private const int TokenSize = 16;

        private readonly ConcurrentDictionary<string, KitbagSession> _sessions = new ConcurrentDictionary<string, KitbagSession>();

        /// <summary>Gets the server, or null for a relay.</summary>
        public KitbagServer? Server { get; init; }

        /// <summary>Gets the number of sessions.</summary>
        public int Count => _sessions.Count;

        /// <summary>
        /// Creates a token that cannot be guessed. It identifies one session with its positions: after a restart of the server, a session
        /// has another token.
        /// </summary>
        public static byte[] NewToken()
        {
            byte[] token = new byte[TokenSize];
            RandomNumberGenerator.Fill(token);
            return token;
        }

        /// <summary>Adds a session until it ends.</summary>
        public void Add(byte[] token, KitbagSession session)
        {
            string key = Convert.ToBase64String(token);
            _sessions[key] = session;
            session.Ended.Register(() => _sessions.TryRemove(key, out _));
        }

        public KitbagSession? Find(byte[] token) => _sessions.TryGetValue(Convert.ToBase64String(token), out KitbagSession? session)
            ? session
            : null;
    }
}
