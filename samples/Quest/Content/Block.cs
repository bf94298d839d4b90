using System;
using System.Collections.Generic;

namespace Quest.Content
{
    /// <summary>A kind of block.</summary>
    public class Block : Named
    {
        public double Hardness { get; set; }
        public double Resistance { get; set; }
        public int StackSize { get; set; }
        public bool Diggable { get; set; }
        public string Material { get; set; } = "";
        public bool Transparent { get; set; }
        public byte EmitLight { get; set; }
        public byte FilterLight { get; set; }
        public int DefaultState { get; set; }
        public int MinStateId { get; set; }
        public int MaxStateId { get; set; }
        public List<BlockState> States { get; set; } = new List<BlockState>();
        public BoundingBox BoundingBox { get; set; }

        /// <summary>Item ids.</summary>
        public int[] Drops { get; set; } = Array.Empty<int>();

        /// <summary>The item ids of the tools that can harvest the block; null if any tool can.</summary>
        public Dictionary<int, bool>? HarvestTools { get; set; }
    }

    /// <summary>A property in which blocks of a kind differ.</summary>
    public class BlockState
    {
        public string Name { get; set; } = "";
        public BlockStateType Type { get; set; }
        public int NumValues { get; set; }

        /// <summary>The names of the values; null if the type implies them.</summary>
        public string[]? Values { get; set; }
    }

    /// <summary>The type of the values of a block's state.</summary>
    public enum BlockStateType
    {
        Bool,
        Int,
        Enum,
    }

    /// <summary>The volume that a block occupies.</summary>
    public enum BoundingBox
    {
        Empty,
        Block,
    }
}
