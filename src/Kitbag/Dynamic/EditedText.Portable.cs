namespace Kitbag.Dynamic
{
    internal static partial class EditedText
    {
        private static string? OfNewType(object value) => null;
    }
}
