using System.Runtime.InteropServices;

namespace UnityEngine
{
    [StructLayout(LayoutKind.Sequential)]
    public struct Rect
    {
        private float m_XMin;
        private float m_YMin;
        private float m_Width;
        private float m_Height;

        public Rect(float x, float y, float width, float height)
        {
            m_XMin = x;
            m_YMin = y;
            m_Width = width;
            m_Height = height;
        }

        public float x { get => m_XMin; set => m_XMin = value; }

        public float y { get => m_YMin; set => m_YMin = value; }

        public float width { get => m_Width; set => m_Width = value; }

        public float height { get => m_Height; set => m_Height = value; }

        public Vector2 center { get => new Vector2(x, y); set => x = value.x; }

        public float xMax { get => m_Width + m_XMin; set => m_Width = value - m_XMin; }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct RectInt
    {
        private int m_XMin;
        private int m_YMin;
        private int m_Width;
        private int m_Height;

        public RectInt(int xMin, int yMin, int width, int height)
        {
            m_XMin = xMin;
            m_YMin = yMin;
            m_Width = width;
            m_Height = height;
        }

        public int x { get => m_XMin; set => m_XMin = value; }

        public int y { get => m_YMin; set => m_YMin = value; }

        public int width { get => m_Width; set => m_Width = value; }

        public int height { get => m_Height; set => m_Height = value; }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Bounds
    {
        private Vector3 m_Center;
        private Vector3 m_Extents;

        public Bounds(Vector3 center, Vector3 size)
        {
            m_Center = center;
            m_Extents = new Vector3(size.x / 2, size.y / 2, size.z / 2);
        }

        public Vector3 center { get => m_Center; set => m_Center = value; }

        public Vector3 extents { get => m_Extents; set => m_Extents = value; }

        public Vector3 min { get => m_Center; set => m_Center = value; }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct BoundsInt
    {
        private Vector3Int m_Position;
        private Vector3Int m_Size;

        public BoundsInt(Vector3Int position, Vector3Int size)
        {
            m_Position = position;
            m_Size = size;
        }

        public Vector3Int position { get => m_Position; set => m_Position = value; }

        public Vector3Int size { get => m_Size; set => m_Size = value; }
    }
}
