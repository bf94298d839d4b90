using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Rooms
{
    /// <summary>Represents a request that waits for its response. The reader of the response stores the results in this object.</summary>
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

        /// <summary>Gets the value of <see cref="RoomOp"/> of a successful response.</summary>
        public byte Answer { get; }

        /// <summary>Gets or initializes the room that is joined, or in which a message is to be confirmed.</summary>
        public KitbagRoom? Room { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether the request is repeated after the session was lost, because the relay detects
        /// duplicates.
        /// </summary>
        public bool IsKept { get; init; }

        /// <summary>Gets or initializes the receivers and the mode of the message.</summary>
        public KitbagSend How { get; init; }

        public ReadOnlyMemory<byte> Payload { get; init; }

        /// <summary>Gets or initializes the token that cancels the request.</summary>
        public CancellationToken Cancellation { get; init; }

        /// <summary>Gets or sets how many times the relay has reported that the outcome is in doubt.</summary>
        public int Doubts { get; set; }

        public byte[] Position { get; set; } = Array.Empty<byte>();

        public string Text { get; set; } = "";

        public List<KitbagRoomInfo>? Rooms { get; set; }

        public bool HasMore { get; set; }

        public Task<RoomRequest> Task => _done.Task;

        public void Complete() => _done.TrySetResult(this);

        public void Fail(Exception exception)
        {
            if (exception is OperationCanceledException canceled)
                _done.TrySetCanceled(canceled.CancellationToken);
            else
                _done.TrySetException(exception);
        }
    }
}
