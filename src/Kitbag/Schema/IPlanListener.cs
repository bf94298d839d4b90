using System;

namespace Kitbag.Schema
{
    /// <summary>Is notified of each difference while the schema of a document is resolved against that of this program.</summary>
    internal interface IPlanListener
    {
        /// <summary>
        /// Called before a type is resolved against another one. There may be several nested ones at the same position: a nullable and its
        /// value.
        /// </summary>
        /// <param name="writer">The type in the document.</param>
        /// <param name="reader">The type of this program.</param>
        void Enter(SchemaType writer, SchemaType reader);

        /// <summary>Called after the type that was entered last was resolved.</summary>
        void Leave();

        /// <summary>
        /// Called if a method of the program creates the values that were entered last from the written ones; the type that the written
        /// values are read as is entered next.
        /// </summary>
        /// <param name="method">The name of the method, with that of its type.</param>
        void Migrates(string method);

        /// <summary>Called when the members of two objects were matched.</summary>
        /// <param name="writer">The type in the document.</param>
        /// <param name="reader">The type of this program.</param>
        /// <param name="targets">For each member of the writer, the matching member of the reader, or -1.</param>
        /// <param name="isKept">Whether a member without a match is kept in order to be written again; null if none is.</param>
        void Members(SchemaType writer, SchemaType reader, int[] targets, Predicate<int>? isKept);

        /// <summary>Called when the concrete types of two unions were matched.</summary>
        /// <param name="writer">The union in the document.</param>
        /// <param name="reader">The union of this program, or its only type.</param>
        /// <param name="targets">For each type of the writer, the matching type of the reader, or -1.</param>
        /// <param name="unknownCases">How values of types without a match are handled.</param>
        /// <param name="standIn">The class that objects of classes without a match are read as; null if there is none.</param>
        void Cases(SchemaType writer, SchemaType reader, int[] targets, KitbagUnknownCases unknownCases, SchemaType? standIn);

        /// <summary>Called when the names of two enums were matched.</summary>
        /// <param name="writer">The enum in the document.</param>
        /// <param name="reader">The enum of this program.</param>
        /// <param name="plan">The mapping of the numbers, or null if all are unchanged.</param>
        /// <param name="values">The names of the enum of this program.</param>
        void Values(SchemaType writer, SchemaType reader, EnumPlan? plan, EnumValues values);
    }
}
