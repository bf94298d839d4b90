using System;

namespace Quest.Model
{
    /// <summary>A way from one room to another.</summary>
    public struct Exit
    {
        public Room To;
        public string? KeyId;
        public bool Hidden;
        public TimeSpan WalkTime;
    }
}
