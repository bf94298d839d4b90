using System;

namespace Kitbag.Schema
{
    /// <summary>Is told of each difference that is met while a document's schema is resolved against this program's.</summary>
    internal interface IPlanListener
    {
        /// <summary>
        /// A type is resolved against another. At one place that may be several, one within the other: a nullable, and what it holds.
        /// </summary>
        /// <param name="writer">The type in the document.</param>
        /// <param name="reader">This program's.</param>
        void Enter(SchemaType writer, SchemaType reader);

        /// <summary>What was entered last is resolved.</summary>
        void Leave();

        /// <summary>
        /// A method of the program makes what was entered last of what was written: what that is read as is entered next.
        /// </summary>
        /// <param name="method">The method's name, with that of its type.</param>
        void Migrates(string method);

        /// <summary>The members of two objects are matched.</summary>
        /// <param name="writer">The type in the document.</param>
        /// <param name="reader">This program's.</param>
        /// <param name="targets">For each of the writer's members the reader's member that takes it, or -1.</param>
        /// <param name="isKept">Whether one that no member takes is kept as it is, to be written again; null where none is.</param>
        void Members(SchemaType writer, SchemaType reader, int[] targets, Predicate<int>? isKept);

        /// <summary>The concrete types of a base class are matched.</summary>
        /// <param name="writer">The union in the document.</param>
        /// <param name="reader">This program's, or its only type.</param>
        /// <param name="targets">For each of the writer's types the reader's that takes it, or -1.</param>
        /// <param name="unknownCases">What becomes of values of those that no type takes.</param>
        void Cases(SchemaType writer, SchemaType reader, int[] targets, KitbagUnknownCases unknownCases);

        /// <summary>The names of two enums are matched.</summary>
        /// <param name="writer">The enum in the document.</param>
        /// <param name="reader">This program's.</param>
        /// <param name="plan">How its numbers are read; null where all are what they were.</param>
        /// <param name="values">This program's names.</param>
        void Values(SchemaType writer, SchemaType reader, EnumPlan? plan, EnumValues values);
    }
}
