using System;
using System.Collections.Generic;
using System.Text;
using Kitbag.Codecs;
using Kitbag.Documents;
using Kitbag.Json;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        private object? _value;
        private bool _hasValue, _isEdited;

        /// <summary>Sets the value at a path: a member, an item of a list, or the value of a map's key, which need not exist.</summary>
        /// <param name="path">
        /// The path, in the syntax of <see cref="Find"/>. It may be a part of a tracked object that is identified by its number.
        /// </param>
        /// <param name="value">
        /// Null, a bool, a number, a string, a Guid or a time; or a string with the JSON form of the type at the path, such as the name of
        /// an enum value. A value that a node returns (<see cref="KitbagNode.Value"/>) is accepted where the node's type is.
        /// </param>
        /// <exception cref="KitbagException">
        /// The path does not exist, or its type does not accept the value. Nothing has changed.
        /// </exception>
        public void Set(string path, object? value) =>
            Edit(path, place => place.SetJson(Utf8(EditedText.Of(value, place.Type)), EditedText.Options));

        /// <summary>Sets the value at a path to a JSON value.</summary>
        /// <param name="path">
        /// The path, in the syntax of <see cref="Find"/>. It may be a part of a tracked object that is identified by its number.
        /// </param>
        /// <param name="json">The value as JSON, in the form that <see cref="ToJson"/> writes.</param>
        /// <param name="options">Options that control reading the text, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The path does not exist, or its type does not accept the value. Nothing has changed.
        /// </exception>
        public void SetJson(string path, string json, KitbagJsonOptions? options = null) =>
            Edit(path, place => place.SetJson(Utf8(json), options ?? KitbagJsonOptions.Default));

        /// <summary>
        /// Inserts an item into a list, before the index at the end of the path: <c>Items[^0]</c> is after the last item.
        /// </summary>
        /// <param name="path">The path.</param>
        /// <param name="value">The value, as for <see cref="Set"/>.</param>
        /// <exception cref="KitbagException">The list does not exist, or does not accept the value. Nothing has changed.</exception>
        public void Insert(string path, object? value) =>
            Edit(path, place => place.InsertJson(Utf8(EditedText.Of(value, place.Type)), EditedText.Options));

        /// <summary>Inserts an item into a list, or an entry with a new key into a map.</summary>
        /// <param name="path">The path, which ends with the index before which the item is inserted, or with the key.</param>
        /// <param name="json">The value as JSON.</param>
        /// <param name="options">Options that control reading the text, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The path does not exist, or does not accept the value. Nothing has changed.</exception>
        public void InsertJson(string path, string json, KitbagJsonOptions? options = null) =>
            Edit(path, place => place.InsertJson(Utf8(json), options ?? KitbagJsonOptions.Default));

        /// <summary>Removes an item of a list or an entry of a map.</summary>
        /// <param name="path">The path.</param>
        /// <exception cref="KitbagException">The item or entry does not exist. Nothing has changed.</exception>
        public void Remove(string path) => Edit(path, place => place.Remove());

        private static byte[] Utf8(string json)
        {
            byte[] bytes = JsonText.Encode((json ?? throw new ArgumentNullException(nameof(json))).AsSpan(), out int length);
            byte[] copy = bytes.AsSpan(0, length).ToArray();
            System.Buffers.ArrayPool<byte>.Shared.Return(bytes);
            return copy;
        }

        private void Edit(string path, Action<EditPlace> edit)
        {
            List<PathStep> steps = PathText.Parse(path ?? throw new ArgumentNullException(nameof(path)));
            if (IsOfObject(steps) && steps.Count == 2)
                throw Nothing(Root, "'" + KitbagException.Cut(path) + "' is an object, which cannot be replaced by its number: edit its "
                    + "members, or what refers to it.");
            try
            {
                edit(PlaceOf(steps));
            }
            catch (KitbagException e) when (!e.IsPlaced)
            {
                e.PlaceOnce(e.Line != 0 ? (path + e.Path).TrimStart('.') : e.Path.Length == 0 ? path : e.Path, 0);
                throw;
            }
            _isEdited = true;
            _body = null;
            _root = null;
        }

        // The place at a path among the values, which are all read.
        private EditPlace PlaceOf(List<PathStep> path)
        {
            List<PathStep> steps = ByPosition(FromRoot(path));
            var place = new EditPlace(CodecSet, Schema.Root, CurrentValue(), value => _value = value);
            foreach (PathStep step in steps)
                place = place.Step(step);
            return place;
        }

        internal object? CurrentValue()
        {
            ThrowIfDisposed();
            if (!_hasValue)
                _value = ReadValue();
            _hasValue = true;
            return _value;
        }

        /// <summary>Causes all values to be written again, as if one of them had been edited.</summary>
        internal void Rewrite()
        {
            CurrentValue();
            _isEdited = true;
            _body = null;
            _root = null;
        }

        // Edited values become bytes once something is read again.
        private void WriteEdits()
        {
            ThrowIfDisposed();
            if (!_isEdited)
                return;
            var format = new KitbagOptions
            {
                Schema = IsBare ? KitbagSchemaMode.Bare : HasSchema ? KitbagSchemaMode.Embedded : KitbagSchemaMode.Fingerprint,
                Checksum = HasChecksum,
                Numbers = _options.Numbers,
                Limits = _options.Limits,
            };
            byte[] bytes = DocumentWriter.ToArray(Codec, _value, format);
            if (IsBare)
            {
                _isNull = false;
                SetBytes(bytes, 0, bytes.Length);
            }
            else
            {
                DocumentHeader header = DocumentHeader.Read(bytes, _options.Limits, false);
                _isNull = header.IsNull;
                SetBytes(bytes, header.BodyOffset, header.BodyEnd);
            }
            _isEdited = false;
        }
    }
}
