using System;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Constants as C# code.</summary>
    internal static class ConstantCode
    {
        /// <param name="value">The value, as the compiler represents it: that of an enum is a number.</param>
        /// <param name="constant">Its type.</param>
        public static string Of(object? value, ITypeSymbol constant)
        {
            string type = Names.InCode(constant);
            switch (value)
            {
                case null:
                    return "default(" + type + ")";
                case bool truth:
                    return truth ? "true" : "false";
                case string or char:
                    return SymbolDisplay.FormatPrimitive(value, quoteStrings: true, useHexadecimalNumbers: false);
                case double number:
                    return double.IsNaN(number) ? "double.NaN" : double.IsInfinity(number) ? number > 0 ? "double.PositiveInfinity"
                        : "double.NegativeInfinity" : number.ToString("R", CultureInfo.InvariantCulture) + "d";
                case float number:
                    return float.IsNaN(number) ? "float.NaN" : float.IsInfinity(number) ? number > 0 ? "float.PositiveInfinity"
                        : "float.NegativeInfinity" : number.ToString("R", CultureInfo.InvariantCulture) + "f";
                case decimal number:
                    return number.ToString(CultureInfo.InvariantCulture) + "m";
                default:
                    return "unchecked((" + type.TrimEnd('?') + ")(" + Convert.ToString(value, CultureInfo.InvariantCulture)
                        + (value is ulong ? "UL" : value is long ? "L" : value is uint ? "U" : "") + "))";
            }
        }
    }
}
