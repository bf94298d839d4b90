using System;
using System.Collections.Generic;

namespace Kitbag.TestCases
{
    /// <summary>Has so many members that the control bits of a row do not fit into one word.</summary>
    public class Wide
    {
        public bool M00;
        public byte M01 { get; set; }
        public short M02;
        public int M03 { get; set; }
        public long M04;
        public float M05 { get; set; }
        public double M06;
        public string? M07 { get; set; }
        public Guid M08;
        public TimeSpan M09 { get; set; }
        public DateTime M10;
        public decimal M11 { get; set; }
        public char M12;
        public int? M13 { get; set; }
        public Level M14;
        public ulong M15 { get; set; }
        public Vec3 M16;
        public Label? M17 { get; set; }
        public List<int>? M18;
        public sbyte M19 { get; set; }
        public bool M20;
        public byte M21 { get; set; }
        public short M22;
        public int M23 { get; set; }
        public long M24;
        public float M25 { get; set; }
        public double M26;
        public string? M27 { get; set; }
        public Guid M28;
        public TimeSpan M29 { get; set; }
        public DateTime M30;
        public decimal M31 { get; set; }
        public char M32;
        public int? M33 { get; set; }
        public Level M34;
        public ulong M35 { get; set; }
        public Vec3 M36;
        public Label? M37 { get; set; }
        public List<int>? M38;
        public sbyte M39 { get; set; }
        public bool M40;
        public byte M41 { get; set; }
        public short M42;
        public int M43 { get; set; }
        public long M44;
        public float M45 { get; set; }
        public double M46;
        public string? M47 { get; set; }
        public Guid M48;
        public TimeSpan M49 { get; set; }
        public DateTime M50;
        public decimal M51 { get; set; }
        public char M52;
        public int? M53 { get; set; }
        public Level M54;
        public ulong M55 { get; set; }
        public Vec3 M56;
        public Label? M57 { get; set; }
        public List<int>? M58;
        public sbyte M59 { get; set; }
        public bool M60;
        public byte M61 { get; set; }
        public short M62;
        public int M63 { get; set; }
        public long M64;
        public float M65 { get; set; }
        public double M66;
        public string? M67 { get; set; }
        public Guid M68;
        public TimeSpan M69 { get; set; }
        public DateTime M70;
        public decimal M71 { get; set; }
        public char M72;
        public int? M73 { get; set; }
        public Level M74;
        public ulong M75 { get; set; }
        public Vec3 M76;
        public Label? M77 { get; set; }
        public List<int>? M78;
        public sbyte M79 { get; set; }
        public bool M80;
        public byte M81 { get; set; }
        public short M82;
        public int M83 { get; set; }
        public long M84;
        public float M85 { get; set; }
        public double M86;
        public string? M87 { get; set; }
        public Guid M88;
        public TimeSpan M89 { get; set; }
        public DateTime M90;
        public decimal M91 { get; set; }
        public char M92;
        public int? M93 { get; set; }
        public Level M94;
        public ulong M95 { get; set; }
        public Vec3 M96;
        public Label? M97 { get; set; }
        public List<int>? M98;
        public sbyte M99 { get; set; }
    }
}
