namespace Kitbag.CompilerServices
{
    /// <summary>The static location of a cached codec. The locations of the codecs of one assembly form a linked list.</summary>
    internal abstract class CodecPlace
    {
        private CodecPlace? _next;
        private bool _isListed;

        /// <summary>Adds it to the head of a list, unless it is in one.</summary>
        /// <returns>The list.</returns>
        internal CodecPlace Enter(CodecPlace? list)
        {
            if (_isListed)
                return list ?? this;
            _next = list;
            _isListed = true;
            return this;
        }

        /// <summary>Removes it from its list.</summary>
        /// <returns>The rest of the list.</returns>
        internal CodecPlace? Leave()
        {
            CodecPlace? next = _next;
            _next = null;
            _isListed = false;
            return next;
        }

        /// <summary>Clears the codec.</summary>
        internal abstract void Clear();
    }
}
