using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Documents;

namespace Kitbag.Files
{
    /// <summary>Finds the newest generation of a file that is whole, and reads it.</summary>
    internal static class LoadJob
    {
        /// <summary>Reads the value of a file, or its info document.</summary>
        /// <param name="path">The file, as named by the program.</param>
        /// <param name="codec">The codec.</param>
        /// <param name="isInfo">Whether to read the info document.</param>
        /// <param name="options">The options.</param>
        /// <param name="loaded">The file that was read.</param>
        /// <param name="isReported">Whether to report how the schema of the document differs from that of the type.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation until the bytes were read: before each generation, and between two blocks of a file.
        /// </param>
        /// <param name="progress">Receives the part of each file that was read, from 0 to 1.</param>
        public static T Load<T>(string path, Codec<T> codec, bool isInfo, KitbagFileOptions options, out KitbagLoaded loaded,
            bool isReported = false, CancellationToken cancellationToken = default, IProgress<double>? progress = null)
        {
            path = FileGuard.Resolve(path, options.Storage);
            var rejected = new List<KitbagException>();
            cancellationToken.ThrowIfCancellationRequested();
            if (TryLoad(path, codec, isInfo, isReported, options, progress, cancellationToken, rejected, out T value, out loaded))
                return value;
            foreach (string file in Generations.StandIns(path, options))
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (TryLoad(file, codec, isInfo, isReported, options, progress, cancellationToken, rejected, out value, out loaded))
                    return value;
            }
            // Another process may have created the file between the two checks: then nothing is missing.
            if (rejected[0].Reason == KitbagErrorReason.FileNotFound && options.Storage.Exists(path)
                && TryLoad(path, codec, isInfo, isReported, options, progress, cancellationToken, new List<KitbagException>(), out value,
                    out loaded))
                return value;
            if (rejected.Count > 1)
                rejected[0].Advise(rejected.Count == 2 ? "The other generation of it cannot be read either."
                    : "The " + ContainerFormat.Text(rejected.Count - 1) + " other generations of it cannot be read either.");
            throw rejected[0];
        }

        /// <summary>Reads the value of a file on another thread, if there are threads.</summary>
        public static async Task<(T Value, KitbagLoaded Loaded)> LoadAsync<T>(string path, Codec<T> codec, KitbagFileOptions options,
            bool isReported, CancellationToken cancellationToken, IProgress<double>? progress = null)
        {
            return options.Storage.HasThreads
                ? await Task.Run(LoadBoth, cancellationToken).ConfigureAwait(false)
                : LoadBoth();

            (T, KitbagLoaded) LoadBoth()
            {
                T value = Load(path, codec, false, options, out KitbagLoaded loaded, isReported, cancellationToken,
                    progress);
                return (value, loaded);
            }
        }

        private static bool TryLoad<T>(string file, Codec<T> codec, bool isInfo, bool isReported, KitbagFileOptions options,
            IProgress<double>? progress, CancellationToken cancellationToken, List<KitbagException> rejected, out T value,
            out KitbagLoaded loaded)
        {
            bool isWhole = false;
            try
            {
                using KitbagContainer container = KitbagContainer.OpenResolved(file, options, readTable: !isInfo);
                container.Progress = progress;
                container.Cancellation = cancellationToken;
                value = Read(container, codec, isInfo, options.Document, ref isWhole);
                KitbagReadReport? report = isReported ? ReportOf(container, codec, options.Document) : null;
                loaded = new KitbagLoaded(file, container.Generation, rejected, report);
                return true;
            }
            catch (KitbagException e) when (Generations.IsDamage(e.InFile(file), isWhole))
            {
                rejected.Add(e);
                value = default!;
                loaded = null!;
                return false;
            }
        }

        /// <summary>Reads the value of an open file, or its info document.</summary>
        /// <param name="container">The file.</param>
        /// <param name="codec">The codec.</param>
        /// <param name="isInfo">Whether to read the info document.</param>
        /// <param name="options">The options.</param>
        /// <param name="isWhole">Set to true once the bytes are known to be those that were saved.</param>
        /// <param name="memory">The bytes of the file, if they are in memory and nobody else needs them.</param>
        public static T Read<T>(KitbagContainer container, Codec<T> codec, bool isInfo, KitbagOptions options, ref bool isWhole,
            ArraySegment<byte> memory = default)
        {
            if (!isInfo && TryReadImage(container, codec, options, out T? value))
                return value;
            if (!isInfo && memory.Array != null && container.TryJoinBlocks(memory, out ArraySegment<byte> joined))
            {
                isWhole = container.Kind != KitbagFileKind.Document;
                return DocumentReader.Read<T>(joined, codec, options);
            }
            if (!isInfo && TryReadMoving(container, codec, options, ref isWhole, out value))
                return value;
            byte[] document = isInfo ? InfoOf(container) : container.ReadBody();
            container.Cancellation.ThrowIfCancellationRequested();
            isWhole = container.Kind != KitbagFileKind.Document;
            return DocumentReader.Read(document, codec, options);
        }

        // Large documents are never in memory as a whole: the start of the body, with the schema, is read again.
        private static KitbagReadReport ReportOf(KitbagContainer container, Codec codec, KitbagOptions options)
        {
            const int Rest = 64;
            var start = new byte[(int)Math.Min(container.BodyLength, (long)options.Limits.MaxSchemaBytes + Rest)];
            container.Read(0, start);
            return WriterSchema.ReportFor(start, codec, options);
        }

        private static bool TryReadImage<T>(KitbagContainer container, Codec<T> codec, KitbagOptions options,
            [MaybeNullWhen(false)] out T value)
        {
            value = default;
            if (container.Kind == KitbagFileKind.Log || container.BodyLength < ImageReader.Least
                || container.BodyLength > options.Limits.MaxInputBytes)
                return false;
            var start = new byte[ImageReader.StartLength];
            container.Read(0, start);
            return ImageReader.TryRead(start, container.BodyLength, codec, options, (offset, bytes) => container.Read(offset, bytes),
                out value);
        }

        private static bool TryReadMoving<T>(KitbagContainer container, Codec<T> codec, KitbagOptions options, ref bool isWhole,
            [MaybeNullWhen(false)] out T value)
        {
            value = default;
            if (container.BodyLength < MovableBytes.Least || !container.HasBody
                || MovableBytes.TryCreate((int)container.BodyLength) is not { } bytes)
                return false;
            using IDisposable held = bytes;
            container.ReadBody(bytes.Memory);
            container.Cancellation.ThrowIfCancellationRequested();
            isWhole = container.Kind != KitbagFileKind.Document;
            value = MovingReader.Read(bytes, (int)container.BodyLength, (offset, again) => container.Read(offset, again), codec, options);
            return true;
        }

        private static byte[] InfoOf(KitbagContainer container) => container.HasInfo
            ? container.Info.ToArray()
            : !container.IsRecognized ? throw new KitbagException(KitbagErrorReason.NotKitbag, "This is not a Kitbag file.", 0)
            : throw new KitbagException(KitbagErrorReason.NotSupported,
                "The file has no info document: it was saved without one, or is a bare document.");
    }
}
