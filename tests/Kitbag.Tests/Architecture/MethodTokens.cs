using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Kitbag.Tests
{
    /// <summary>Finds the types and members that the instructions of a method refer to.</summary>
    internal static class MethodTokens
    {
        private static readonly Dictionary<int, Operand> s_operands = OperandsByValue();

        public static IReadOnlyList<EntityHandle> Read(BlobReader code) => Read(code, null);

        /// <summary>Whether any of the instructions stores to a field.</summary>
        public static unsafe bool StoresField(byte[] code)
        {
            fixed (byte* first = code)
                return Read(new BlobReader(first, code.Length), [OpCodes.Stfld.Value & 0xFFFF, OpCodes.Stsfld.Value & 0xFFFF]).Count != 0;
        }

        private static List<EntityHandle> Read(BlobReader code, int[]? only)
        {
            var tokens = new List<EntityHandle>();
            while (code.RemainingBytes > 0)
            {
                int value = code.ReadByte();
                if (value == 0xFE)
                    value = 0xFE00 | code.ReadByte();
                switch (s_operands[value])
                {
                    case Operand.None: break;
                    case Operand.Byte: code.ReadByte(); break;
                    case Operand.Two: code.ReadInt16(); break;
                    case Operand.Four: code.ReadInt32(); break;
                    case Operand.Eight: code.ReadInt64(); break;
                    case Operand.Switch:
                        int targets = code.ReadInt32();
                        code.Offset += targets * 4;
                        break;
                    default:
                        EntityHandle token = MetadataTokens.EntityHandle(code.ReadInt32());
                        if (only == null || System.Array.IndexOf(only, value) >= 0)
                            tokens.Add(token);
                        break;
                }
            }
            return tokens;
        }

        private static Dictionary<int, Operand> OperandsByValue()
        {
            var operands = new Dictionary<int, Operand>();
            foreach (FieldInfo field in typeof(OpCodes).GetFields())
            {
                var code = (OpCode)field.GetValue(null)!;
                operands[code.Value & 0xFFFF] = code.OperandType switch
                {
                    OperandType.InlineNone => Operand.None,
                    OperandType.ShortInlineBrTarget or OperandType.ShortInlineI
                        or OperandType.ShortInlineVar => Operand.Byte,
                    OperandType.InlineVar => Operand.Two,
                    OperandType.InlineI or OperandType.InlineBrTarget
                        or OperandType.ShortInlineR or OperandType.InlineString
                        or OperandType.InlineSig => Operand.Four,
                    OperandType.InlineI8 or OperandType.InlineR => Operand.Eight,
                    OperandType.InlineSwitch => Operand.Switch,
                    _ => Operand.Token,
                };
            }
            return operands;
        }

        private enum Operand
        {
            None,
            Byte,
            Two,
            Four,
            Eight,
            Switch,
            Token,
        }
    }
}
