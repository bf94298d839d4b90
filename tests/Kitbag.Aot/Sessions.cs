using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;

namespace Kitbag.Aot
{
    /// <summary>
    /// Tests sessions of Kitbag.Net on runtimes without a JIT, over pipes in memory and over TCP: messages that are classes and structs,
    /// payloads, another version of a type, requests, failures, and a lost connection. The output must be the same on each runtime.
    /// </summary>
    internal static class Sessions
    {
        private const int Messages = 300;

        // An operation that takes longer hangs.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(60);

        public static async Task RunAsync(Action<string> print)
        {
            var up = new Pipe();
            var down = new Pipe();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(new Ends(up.Reader, down.Writer), Server());
            await RunSessionAsync("session over pipes", print, handlers =>
                KitbagSession.ConnectAsync(new Ends(down.Reader, up.Writer), handlers));
            print("its server: " + (await Soon((await Soon(accepting)).Completion)).Reason);

            await using (KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), Server()))
            {
                await RunSessionAsync("session over TCP", print, async handlers =>
                    await KitbagSession.ConnectAsync(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), handlers));
            }
            await ResumeAsync(print);
        }

        private static KitbagHandlers Server() => new KitbagHandlers()
            .On<New.Say>(async (session, say, payload) =>
                await session.SendAsync(new New.Say { Text = say.Text + say.Mood, Mood = say.Mood }, Copy(payload)))
            .On<Step>((session, step) => session.SendAsync(new Step(step.Number + 1, step.At * 2)))
            .OnRaw((session, header, payload) =>
                session.SendRawAsync(Copy(header), (writer, bytes) => writer.Write(bytes), Copy(payload)))
            .OnRequest<Question, Step>(async (session, question, cancellation) =>
            {
                await Task.Yield();
                return question.Number >= 0
                    ? new Step(question.Number, 0.5)
                    : throw new KitbagRemoteException("There is nothing below 0.", 404);
            });

        private static async Task RunSessionAsync(string name, Action<string> print, Func<KitbagHandlers, Task<KitbagSession>> connect)
        {
            var sum = new Sum();
            var done = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            int heard = 0;
            void Record(string text)
            {
                sum.Add(text);
                if (++heard == 3 * Messages)
                    done.SetResult(true);
            }
            KitbagSession session = await Soon(connect(new KitbagHandlers()
                .On<Old.Say>((s, say, payload) =>
                {
                    Record(say.Text + ", " + Of(payload));
                    return default;
                })
                .On<Step>((s, step) =>
                {
                    Record(step.ToString());
                    return default;
                })
                .OnRaw((s, header, payload) =>
                {
                    Record(Of(header) + ", " + Of(payload));
                    return default;
                })));
            byte[] bytes = new byte[70_000];
            for (int i = 0; i < bytes.Length; i++)
                bytes[i] = (byte)(i * 31 >> 3);
            for (int i = 0; i < Messages; i++)
            {
                await session.SendAsync(new Old.Say { Text = "Say " + i.ToString(CultureInfo.InvariantCulture) }, bytes, i, i * 200);
                await session.SendAsync(new Step(i, i * 0.25));
                await session.SendRawAsync(i, (writer, value) => writer.Write(new[] { (byte)value, (byte)7 }), new byte[i]);
            }
            await Soon(Task.WhenAny(done.Task, session.Completion));
            print(name + ": " + heard.ToString(CultureInfo.InvariantCulture) + " messages, " + sum.Text);
            print("its requests: " + await session.RequestAsync<Question, Step>(new Question { Number = 7 }, s_timeout) + ", "
                + await FailureAsync(session));
            await session.CloseAsync();
            print("its end: " + (await session.Completion).Reason);
        }

        private static async Task<string> FailureAsync(KitbagSession session)
        {
            try
            {
                return (await session.RequestAsync<Question, Step>(new Question { Number = -1 }, s_timeout)).ToString();
            }
            catch (KitbagRemoteException e)
            {
                return e.Code.ToString(CultureInfo.InvariantCulture) + " " + e.Message;
            }
        }

        // The connection is closed several times during the session. No message may be lost or arrive twice.
        private static async Task ResumeAsync(Action<string> print)
        {
            var options = new KitbagSessionOptions { ResumeTimeout = s_timeout };
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), Server(), options);
            var sum = new Sum();
            var done = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            int heard = 0, connections = 0;
            Socket? last = null;
            KitbagSession session = await Soon(KitbagSession.ConnectAsync(async cancellation =>
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(server.EndPoint);
                connections++;
                last = socket;
                return KitbagTransport.FromSocket(socket);
            }, new KitbagHandlers().On<Step>((s, step) =>
            {
                sum.Add(step.ToString());
                if (++heard % 50 == 0)
                    last!.Dispose();
                if (heard == Messages)
                    done.SetResult(true);
                return heard < Messages ? s.SendAsync(new Step(step.Number, 1)) : default;
            }), options));
            await session.SendAsync(new Step(0, 1));
            await Soon(Task.WhenAny(done.Task, session.Completion));
            print("a session whose connection is lost: " + heard.ToString(CultureInfo.InvariantCulture) + " messages, " + sum.Text
                + (connections > 2 ? ", resumed" : ", never lost"));
            session.Abort();
        }

        private static async Task<T> Soon<T>(Task<T> task)
        {
            if (await Task.WhenAny(task, Task.Delay(s_timeout)) != task)
                throw new TimeoutException("A session hangs.");
            return await task;
        }

        // BuffersExtensions.ToArray has another signature on some builds of Mono.
        private static byte[] Copy(in ReadOnlySequence<byte> bytes)
        {
            byte[] copy = new byte[bytes.Length];
            int at = 0;
            foreach (ReadOnlyMemory<byte> part in bytes)
            {
                part.Span.CopyTo(copy.AsSpan(at));
                at += part.Length;
            }
            return copy;
        }

        private static string Of(in ReadOnlySequence<byte> bytes)
        {
            uint sum = 17;
            foreach (byte b in Copy(bytes))
                sum = sum * 31 + b;
            return bytes.Length.ToString(CultureInfo.InvariantCulture) + ":" + sum.ToString(CultureInfo.InvariantCulture);
        }

        private sealed class Ends : IDuplexPipe
        {
            public Ends(PipeReader input, PipeWriter output)
            {
                Input = input;
                Output = output;
            }

            public PipeReader Input { get; }

            public PipeWriter Output { get; }
        }
    }

    public class Question
    {
        public int Number { get; set; }
    }

    public readonly struct Step
    {
        public Step(int number, double at)
        {
            Number = number;
            At = at;
        }

        public int Number { get; }

        public double At { get; }

        public override string ToString() =>
            Number.ToString(CultureInfo.InvariantCulture) + " at " + At.ToString(CultureInfo.InvariantCulture);
    }
}

namespace Kitbag.Aot.Old
{
    public class Say
    {
        public string Text { get; set; } = "";
    }
}

namespace Kitbag.Aot.New
{
    public enum Mood { Plain, Merry }

    public class Say
    {
        public string Text { get; set; } = "";

        public Mood Mood { get; set; } = Mood.Merry;
    }
}
