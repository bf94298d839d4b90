using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// Exchanges hello and welcome, and authenticates clients; each step within <see cref="KitbagSessionOptions.HandshakeTimeout"/>.
    /// </summary>
    internal static class HandshakeFrames
    {
        public static async Task<Welcome> SendHelloAsync(IDuplexPipe pipe, Hello hello, KitbagSessionOptions options,
            CancellationToken cancellationToken)
        {
            await WriteAsync(pipe, hello.Write(), options, cancellationToken).ConfigureAwait(false);
            return await ReadAsync(pipe, (in Frame frame) => Welcome.Read(frame), isHello: false, options, cancellationToken)
                .ConfigureAwait(false);
        }

        /// <summary>Reads a client's hello.</summary>
        public static Task<Hello> ReceiveHelloAsync(IDuplexPipe pipe, KitbagSessionOptions options, CancellationToken cancellationToken) =>
            ReadAsync(pipe, (in Frame frame) => Hello.Read(frame), isHello: true, options, cancellationToken);

        /// <summary>Authenticates a client by the functions of the options, then by the admission.</summary>
        /// <exception cref="KitbagSessionException">The client is rejected, or could not be authenticated because of an error.</exception>
        public static async ValueTask AuthenticateAsync(KitbagAuthenticationContext client, KitbagSessionOptions options,
            ISessionAdmission? admission, CancellationToken cancellationToken)
        {
            string? refusal;
            try
            {
                refusal = await AuthenticateAsync(client, options, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw NotAuthenticated(e);
            }
            if (refusal != null)
                throw new KitbagSessionException(KitbagCloseReason.NotAllowed, refusal);
            try
            {
                if (admission != null)
                    await admission.AdmitAsync(client, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception e) when (e is not (KitbagSessionException or OutOfMemoryException))
            {
                throw NotAuthenticated(e);
            }
        }

        /// <summary>Sends the reason why there is no session, if possible.</summary>
        public static async Task RefuseAsync(IDuplexPipe pipe, KitbagSessionException reason, KitbagSessionOptions options,
            CancellationToken cancellationToken)
        {
            try
            {
                await WriteAsync(pipe, new Goodbye(reason.Reason, reason.Message).Write(FrameKind.Refuse), options, cancellationToken)
                    .ConfigureAwait(false);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // The client does not receive data. The caller must get the original reason, not this exception.
            }
        }

        public static async Task WriteAsync(IDuplexPipe pipe, ReadOnlyMemory<byte> frame, KitbagSessionOptions options,
            CancellationToken cancellationToken)
        {
            using ITimer timer = Limit(options, pipe.Output.CancelPendingFlush);
            FlushResult result = await GuardAsync(() => pipe.Output.WriteAsync(frame, cancellationToken)).ConfigureAwait(false);
            if (result.IsCanceled)
                throw TimedOut(options);
        }

        private static async Task<T> ReadAsync<T>(IDuplexPipe pipe, ReadFrame<T> read, bool isHello,
            KitbagSessionOptions options, CancellationToken cancellationToken)
        {
            using ITimer timer = Limit(options, pipe.Input.CancelPendingRead);
            while (true)
            {
                ReadResult result = await GuardAsync(() => pipe.Input.ReadAsync(cancellationToken)).ConfigureAwait(false);
                if (result.IsCanceled)
                    throw TimedOut(options);
                Handshake.CheckStart(result.Buffer, isHello);
                var frames = new FrameReader(result.Buffer, Handshake.MaxFrame, isOfHandshake: true);
                if (frames.TryRead(out Frame frame))
                {
                    T value = read(frame);
                    pipe.Input.AdvanceTo(result.Buffer.GetPosition(frame.Length));
                    return value;
                }
                pipe.Input.AdvanceTo(result.Buffer.Start, result.Buffer.End);
                if (result.IsCompleted)
                    throw new KitbagSessionException(KitbagCloseReason.ConnectionLost,
                        "The peer closed the connection during the handshake.");
            }
        }

        private static async ValueTask<string?> AuthenticateAsync(KitbagAuthenticationContext client, KitbagSessionOptions options,
            CancellationToken cancellationToken)
        {
            if (options.AuthenticateAsync == null)
                return options.Authenticate?.Invoke(client);
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            using ITimer timer = TimeLimit.On(limit, options.HandshakeTimeout, options.Time);
            return await options.AuthenticateAsync(client, limit.Token).ConfigureAwait(false);
        }

        // The client may try again.
        private static KitbagSessionException NotAuthenticated(Exception exception) =>
            new KitbagSessionException(KitbagCloseReason.Busy, "The server could not authenticate the client.", exception);

        private static ITimer Limit(KitbagSessionOptions options, Action cancel) => options.Time.CreateTimer(
            state => ((Action)state!)(), cancel, options.HandshakeTimeout, Timeout.InfiniteTimeSpan);

        // Each transport throws its own type of exception when a connection is lost.
        private static async ValueTask<T> GuardAsync<T>(Func<ValueTask<T>> transfer)
        {
            try
            {
                return await transfer().ConfigureAwait(false);
            }
            catch (Exception e) when (e is not (OperationCanceledException or OutOfMemoryException))
            {
                throw new KitbagSessionException(KitbagCloseReason.ConnectionLost,
                    "The connection was lost during the handshake: " + e.Message, e);
            }
        }

        private static KitbagSessionException TimedOut(KitbagSessionOptions options) =>
            new KitbagSessionException(KitbagCloseReason.TimedOut,
                "The handshake was not completed within " + options.HandshakeTimeout.TotalSeconds + " s.");

        private delegate T ReadFrame<T>(in Frame frame);
    }
}
