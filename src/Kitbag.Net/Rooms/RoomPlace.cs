namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// Represents the number of a room in one session. Both belong together: the same number is another room in the next session.
    /// </summary>
    internal sealed class RoomPlace
    {
        public RoomPlace(KitbagSession session, long number)
        {
            Session = session;
            Number = number;
        }

        public KitbagSession Session { get; }

        public long Number { get; }
    }
}
