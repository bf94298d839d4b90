using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Kitbag.Net.Rooms
{
    /// <summary>A request that waits for its answer. What the answer says is put into it by who reads it.</summary>
    internal sealed class RoomRequest
    {
        private readonly TaskCompletionSource<RoomRequest> _done =
            new TaskCompletionSource<RoomRequest>(TaskCreationOptions.RunContinuationsAsynchronously);

        public RoomRequest(long number, byte answer)
        {
            Number = number;
            Answer = answer;
        }

        public long Number { get; }

        /// <summary>What answers it, of <see cref="RoomOp"/>, where nothing is wrong.</summary>
        public byte Answer { get; }

        /// <summary>The room that is joined, or in which a message is to be confirmed.</summary>
        public KitbagRoom? Room { get; init; }

        /// <summary>Whether it is asked again after the session was lost, as the relay knows whether it was done.</summary>
        public bool IsKept { get; init; }

        /// <summary>How the message is sent, and what it is.</summary>
        public KitbagSend How { get; init; }

        public ReadOnlyMemory<byte> Payload { get; init; }

        /// <summary>How often the relay has said that it is in doubt.</summary>
        public int Doubts { get; set; }

        public byte[] Position { get; set; } = Array.Empty<byte>();

        public string Text { get; set; } = "";

        public List<KitbagRoomInfo>? Rooms { get; set; }

        public bool HasMore { get; set; }

        public Task<RoomRequest> Task => _done.Task;

        public void Complete() => _done.TrySetResult(this);

        public void Fail(Exception exception) => _done.TrySetException(exception);
    }
}
