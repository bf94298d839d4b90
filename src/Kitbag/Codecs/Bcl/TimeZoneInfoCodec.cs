using System;
using System.ComponentModel;
using System.Runtime.Serialization;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="TimeZoneInfo"/>: its id if the system has the same time zone under it; otherwise <see
    /// cref="TimeZoneInfo.ToSerializedString"/>, which contains semicolons.
    /// </summary>
    [CodecFor(typeof(TimeZoneInfo), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class TimeZoneInfoCodec : TextCodec<TimeZoneInfo>
    {
        /// <summary>The only instance.</summary>
        public static readonly TimeZoneInfoCodec Instance = new TimeZoneInfoCodec();

        private static readonly char[] s_noId = { ';', ':', '\\', '\0' };

        private TimeZoneInfoCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(TimeZoneInfo value)
        {
            if (IsId(value.Id) && Find(value.Id) is { } known && known.Equals(value))
                return value.Id;
            string text = value.ToSerializedString();
            try
            {
                TimeZoneInfo.FromSerializedString(text);
                return text;
            }
            catch (SerializationException e)
            {
                // A time zone of the system under another name, with rules that this form cannot represent.
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "The time zone '" + value.Id + "' is not a time zone of this system, and its rules cannot be "
                    + "converted to text and back.", -1, e);
            }
        }

        /// <inheritdoc/>
        protected override TimeZoneInfo FromSurrogate(string surrogate) =>
            surrogate.IndexOf(';') >= 0 ? TimeZoneInfo.FromSerializedString(surrogate)
            : IsId(surrogate) ? TimeZoneInfo.FindSystemTimeZoneById(surrogate)
            : throw new ArgumentException("It cannot be the id of a time zone.");

        private static TimeZoneInfo? Find(string id)
        {
            try
            {
                return TimeZoneInfo.FindSystemTimeZoneById(id);
            }
            catch (Exception e) when (e is TimeZoneNotFoundException or InvalidTimeZoneException)
            {
                return null;
            }
        }

        // Some systems use ids as file names, which must not leave their folder.
        private static bool IsId(string id) =>
            id.Length is > 0 and < 256 && id[0] != '/' && id.IndexOfAny(s_noId) < 0 && !id.Contains("..", StringComparison.Ordinal);
    }
}
