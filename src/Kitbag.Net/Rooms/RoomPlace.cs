namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// What a relay calls a room in one session. Both go together: the same number is another room in the next session.
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
