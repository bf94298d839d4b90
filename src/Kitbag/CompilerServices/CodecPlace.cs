namespace Kitbag.CompilerServices
{
    /// <summary>Where a codec is kept once it was found: the places of one assembly's codecs are a list.</summary>
    internal abstract class CodecPlace
    {
        private CodecPlace? _next;
        private bool _isListed;

        /// <summary>Puts it at the head of a list, unless it is in one.</summary>
        /// <returns>The list.</returns>
        internal CodecPlace Enter(CodecPlace? list)
        {
            if (_isListed)
                return list ?? this;
            _next = list;
            _isListed = true;
            return this;
        }

        /// <summary>Takes it out of its list.</summary>
        /// <returns>The rest of the list.</returns>
        internal CodecPlace? Leave()
        {
            CodecPlace? next = _next;
            _next = null;
            _isListed = false;
            return next;
        }

        /// <summary>Forgets the codec.</summary>
        internal abstract void Clear();
    }
}
