using System;

namespace Kitbag.Tests
{
    /// <summary>Returns the error of reading instead of throwing it. All other exceptions are thrown.</summary>
    internal static class ReadError
    {
        /// <summary>Calls an action.</summary>
        /// <returns>Its <see cref="KitbagException"/>, or null if it ends without one.</returns>
        public static KitbagException? Of(Action read)
        {
            try
            {
                read();
                return null;
            }
            catch (KitbagException e)
            {
                return e;
            }
        }
    }
}
