using System.Runtime.InteropServices;

namespace UnityEngine
{
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector2
    {
        public const float kEpsilon = 0.00001F;
        public float x;
        public float y;

        public Vector2(float x, float y)
        {
            this.x = x;
            this.y = y;
        }

        public float magnitude => x + y;

        public float this[int index] => index == 0 ? x : y;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Vector3
    {
        private static readonly Vector3 zeroVector = new Vector3(0, 0, 0);
        public float x;
        public float y;
        public float z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static Vector3 zero => zeroVector;

        public static Vector3 one => new Vector3(1, 1, 1);

        public Vector3 normalized => this;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Vector4
    {
        public float x;
        public float y;
        public float z;
        public float w;

        public Vector4(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Vector2Int
    {
        private int m_X;
        private int m_Y;

        public Vector2Int(int x, int y)
        {
            m_X = x;
            m_Y = y;
        }

        public int x { get => m_X; set => m_X = value; }

        public int y { get => m_Y; set => m_Y = value; }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Vector3Int
    {
        private int m_X;
        private int m_Y;
        private int m_Z;

        public Vector3Int(int x, int y, int z)
        {
            m_X = x;
            m_Y = y;
            m_Z = z;
        }

        public int x { get => m_X; set => m_X = value; }

        public int y { get => m_Y; set => m_Y = value; }

        public int z { get => m_Z; set => m_Z = value; }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Quaternion
    {
        public float x;
        public float y;
        public float z;
        public float w;

        public Quaternion(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public static Quaternion identity => new Quaternion(0, 0, 0, 1);

        public Vector3 eulerAngles { get => default; set => x = value.x; }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Color
    {
        public float r;
        public float g;
        public float b;
        public float a;

        public Color(float r, float g, float b, float a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }

        public static Color red => new Color(1, 0, 0, 1);

        public static Color blue => new Color(0, 0, 1, 1);

        public float grayscale => r;
    }

    [StructLayout(LayoutKind.Explicit)]
    public struct Color32
    {
        [FieldOffset(0)]
        private int rgba;

        [FieldOffset(0)]
        public byte r;

        [FieldOffset(1)]
        public byte g;

        [FieldOffset(2)]
        public byte b;

        [FieldOffset(3)]
        public byte a;

        public Color32(byte r, byte g, byte b, byte a)
        {
            rgba = 0;
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Matrix4x4
    {
        public float m00;
        public float m10;
        public float m20;
        public float m30;
        public float m01;
        public float m11;
        public float m21;
        public float m31;
        public float m02;
        public float m12;
        public float m22;
        public float m32;
        public float m03;
        public float m13;
        public float m23;
        public float m33;

        public float this[int row, int column]
        {
            get => this[row + (column * 4)];
            set => this[row + (column * 4)] = value;
        }

        public float this[int index]
        {
            get => index switch
            {
                0 => m00,
                1 => m10,
                2 => m20,
                3 => m30,
                4 => m01,
                5 => m11,
                6 => m21,
                7 => m31,
                8 => m02,
                9 => m12,
                10 => m22,
                11 => m32,
                12 => m03,
                13 => m13,
                14 => m23,
                _ => m33,
            };
            set
            {
                switch (index)
                {
                    case 0: m00 = value; break;
                    case 1: m10 = value; break;
                    case 2: m20 = value; break;
                    case 3: m30 = value; break;
                    case 4: m01 = value; break;
                    case 5: m11 = value; break;
                    case 6: m21 = value; break;
                    case 7: m31 = value; break;
                    case 8: m02 = value; break;
                    case 9: m12 = value; break;
                    case 10: m22 = value; break;
                    case 11: m32 = value; break;
                    case 12: m03 = value; break;
                    case 13: m13 = value; break;
                    case 14: m23 = value; break;
                    default: m33 = value; break;
                }
            }
        }
    }

    public struct LayerMask
    {
        private int m_Mask;

        public int value { get => m_Mask; set => m_Mask = value; }

        public static implicit operator int(LayerMask mask) => mask.m_Mask;

        public static implicit operator LayerMask(int intVal) => new LayerMask { m_Mask = intVal };
    }

    public struct Hash128
    {
        internal ulong u64_0;
        internal ulong u64_1;

        public Hash128(ulong u64_0, ulong u64_1)
        {
            this.u64_0 = u64_0;
            this.u64_1 = u64_1;
        }

        public static Hash128 Parse(string hashString)
        {
            var bytes = new byte[16];
            for (int i = 0; i < bytes.Length; i++)
                bytes[i] = System.Convert.ToByte(hashString.Substring(i * 2, 2), 16);
            return new Hash128(System.BitConverter.ToUInt64(bytes, 0), System.BitConverter.ToUInt64(bytes, 8));
        }

        public override string ToString()
        {
            var text = new System.Text.StringBuilder();
            foreach (ulong half in new[] { u64_0, u64_1 })
            {
                foreach (byte one in System.BitConverter.GetBytes(half))
                    text.Append(one.ToString("x2"));
            }
            return text.ToString();
        }
    }
}
