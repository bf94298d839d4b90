using System;
using System.Buffers;
using System.Buffers.Text;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Kitbag.Relay.Identity
{
    /// <summary>
    /// Creates and validates the tokens of a relay. A token consists of <c>k1.</c>, a JSON object in base64url, a period, and the
    /// HMAC-SHA256 of everything before the period, in base64url as well. The object has the properties <c>sub</c>, <c>exp</c> (seconds
    /// since 1970), <c>rights</c> and <c>rooms</c>.
    /// </summary>
    public sealed class SignedTokens
    {
        /// <summary>The minimum number of bytes of a key.</summary>
        public const int LeastKey = 32;

        private const string Begin = "k1.";

        private readonly byte[][] _keys;
        private readonly TimeProvider _time;

        /// <param name="keys">The keys. New tokens are signed with the first one; tokens of all of them are accepted.</param>
        /// <param name="time">The clock.</param>
        public SignedTokens(IReadOnlyList<byte[]> keys, TimeProvider time)
        {
            ArgumentNullException.ThrowIfNull(keys);
            if (keys.Count == 0)
                throw new ArgumentException("At least one key is required.", nameof(keys));
            _keys = new byte[keys.Count][];
            for (int i = 0; i < _keys.Length; i++)
            {
                if (keys[i].Length < LeastKey)
                    throw new ArgumentException("A key must have at least " + LeastKey + " bytes.", nameof(keys));
                _keys[i] = (byte[])keys[i].Clone();
            }
            _time = time;
        }

        /// <summary>Creates a token.</summary>
        /// <param name="identity">The identity and the permissions that the token grants.</param>
        /// <exception cref="ArgumentException">No relay would accept the subject.</exception>
        public string Make(RelayIdentity identity)
        {
            ArgumentNullException.ThrowIfNull(identity);
            if (RelayIdentity.Check(identity.Subject) is { } fault)
                throw new ArgumentException(fault, nameof(identity));
            string signed = Begin + Base64Url.EncodeToString(Write(identity));
            return signed + "." + Base64Url.EncodeToString(HMACSHA256.HashData(_keys[0], Encoding.ASCII.GetBytes(signed)));
        }

        /// <summary>Reads a token, if its signature is valid and it has not expired.</summary>
        /// <param name="token">The token, in ASCII.</param>
        /// <param name="refusal">The reason why the token is rejected; empty if it is valid.</param>
        /// <returns>The identity and the permissions that the token grants, or null if it is rejected.</returns>
        public RelayIdentity? Read(ReadOnlySpan<byte> token, out string refusal)
        {
            int end = token.LastIndexOf((byte)'.');
            refusal = token.IsEmpty ? "A token is required as credentials." : "The token was not issued for this relay.";
            if (end < Begin.Length || !token.StartsWith("k1."u8))
                return null;
            ReadOnlySpan<byte> signed = token.Slice(0, end);
            Span<byte> signature = stackalloc byte[HMACSHA256.HashSizeInBytes + 2];
            if (token.Length - end - 1 > 44
                || Base64Url.DecodeFromUtf8(token.Slice(end + 1), signature, out _, out int length) != OperationStatus.Done
                || !IsSigned(signed, signature.Slice(0, length)))
                return null;
            if (Parse(signed.Slice(Begin.Length)) is not { } identity)
            {
                refusal = "The contents of the token are malformed.";
                return null;
            }
            if (RelayIdentity.Check(identity.Subject) is { } fault)
            {
                refusal = "The subject of the token is invalid. " + fault;
                return null;
            }
            if (identity.Expires is { } expires && expires <= _time.GetUtcNow())
            {
                refusal = "The token has expired.";
                return null;
            }
            refusal = "";
            return identity;
        }

        private bool IsSigned(ReadOnlySpan<byte> signed, ReadOnlySpan<byte> signature)
        {
            bool isSigned = false;
            Span<byte> expected = stackalloc byte[HMACSHA256.HashSizeInBytes];
            foreach (byte[] key in _keys)
            {
                HMACSHA256.HashData(key, signed, expected);
                isSigned |= CryptographicOperations.FixedTimeEquals(expected, signature);
            }
            return isSigned;
        }

        private static byte[] Write(RelayIdentity identity)
        {
            var bytes = new ArrayBufferWriter<byte>();
            using var json = new Utf8JsonWriter(bytes);
            json.WriteStartObject();
            json.WriteString("sub", identity.Subject);
            if (identity.Expires is { } expires)
                json.WriteNumber("exp", expires.ToUnixTimeSeconds());
            json.WriteString("rights", identity.Rights.ToString());
            json.WriteStartArray("rooms");
            foreach (string room in identity.Rooms)
                json.WriteStringValue(room);
            json.WriteEndArray();
            json.WriteEndObject();
            json.Flush();
            return bytes.WrittenSpan.ToArray();
        }

        // The signature was valid, so a malformed token was signed by a program with a defect.
        private static RelayIdentity? Parse(ReadOnlySpan<byte> text)
        {
            try
            {
                using JsonDocument document = JsonDocument.Parse(Base64Url.DecodeFromUtf8(text));
                JsonElement root = document.RootElement;
                string subject = root.GetProperty("sub").GetString() ?? "";
                DateTimeOffset? expires = root.TryGetProperty("exp", out JsonElement exp)
                    ? DateTimeOffset.FromUnixTimeSeconds(exp.GetInt64()) : null;
                RelayRights rights = root.TryGetProperty("rights", out JsonElement said)
                    ? Enum.Parse<RelayRights>(said.GetString() ?? "", ignoreCase: true) : RelayRights.All;
                var rooms = new List<string>();
                if (root.TryGetProperty("rooms", out JsonElement names))
                {
                    foreach (JsonElement name in names.EnumerateArray())
                        rooms.Add(name.GetString() ?? "");
                }
                return new RelayIdentity(subject, rights, rooms, expires);
            }
            catch (Exception e) when (e is JsonException or FormatException or InvalidOperationException or KeyNotFoundException
                or ArgumentException or OverflowException)
            {
                return null;
            }
        }
    }
}
