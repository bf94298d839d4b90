using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The order in which the members of an object are set when it is read. If the setter of a member sets another member
    /// (<c>Kind { set { kind = value; Damage = DamageOf(value); } }</c>), the other one is set afterwards, so that it keeps the value that
    /// was read; the same applies to its content (<c>Items.Clear()</c>). If it uses another member (<c>Health { set { health =
    /// Math.Min(value, MaxHealth); } }</c>), that one is set before. Other members with such setters are set in order of declaration, after
    /// those that only hold a value. A property by which the value of another one is removed is set after that
    /// (<see cref="PresenceProperties"/>). Fields that share bytes are set in the order in which each keeps its data
    /// (<see cref="SharedBytes"/>).
    /// </summary>
    /// <remarks>
    /// The setters of types of other assemblies cannot be examined. Members of such types that only hold a value are therefore set before
    /// and after those that have a setter with code. Properties for which the type has no field are computed (<c>First { set { _items =
    /// [value]; } }</c>), so that they are set before those that have one.
    /// </remarks>
    internal sealed class SetOrder
    {
        // The kinds of members in the order in which they are set, unless they depend on each other.
        private const int Plain = 0, Object = 1, Computed = 2, WithCode = 3;

        private readonly Parser _parser;
        private readonly INamedTypeSymbol _type;
        private readonly List<Candidate> _declared;
        private readonly List<MemberModel> _members;
        private readonly Dictionary<Candidate, int> _indexes;

        // For each member, the members whose setters set it, and the members that its setter uses.
        private readonly HashSet<int>[] _setters, _used;

        // The members whose value another one can remove.
        private readonly HashSet<int> _removable = new HashSet<int>();

        // The members after which a setter refuses to be called.
        private readonly HashSet<int> _guards = new HashSet<int>();

        // Whether there are setters that cannot be examined, and if so, the fields of the type that contain no stored member, if known.
        private readonly bool _isAnyUnseen;
        private readonly List<IFieldSymbol>? _otherFields;

        private SetOrder(Parser parser, INamedTypeSymbol type, List<Candidate> declared, List<MemberModel> members,
            List<(Candidate First, Candidate Second)> overwriting)
        {
            _parser = parser;
            _type = type;
            _declared = declared;
            _members = members;
            ILookup<string, int> byName = members.Select((member, index) => (member.Name, Index: index))
                .ToLookup(one => one.Name, one => one.Index);
            _indexes = declared.ToDictionary(candidate => candidate, candidate => byName[UnknownStore.NameOf(candidate)]
                .DefaultIfEmpty(-1).First());
            _setters = members.Select(_ => new HashSet<int>()).ToArray();
            _used = members.Select(_ => new HashSet<int>()).ToArray();
            _isAnyUnseen = declared.Any(IsUnseen);
            _otherFields = _isAnyUnseen ? CompiledState.NotStored(parser, type, declared) : null;
            ILookup<string, int> named = declared.SelectMany(c => new[] { c.Symbol.Name, SetterCode.BackingField(c.Symbol) }.Distinct()
                .Select(name => (Name: name, Index: IndexOf(c)))).ToLookup(one => one.Name, one => one.Index);
            foreach (Candidate candidate in declared)
            {
                int index = IndexOf(candidate);
                if (!members[index].HasSetterCode)
                    continue;
                SetterCode code = SetterCode.Of(type, candidate.Symbol.Name);
                foreach (int other in code.Set.SelectMany(name => named[name])
                    .Concat(code.Changed.SelectMany(name => named[name]).Where(IsThere)).Where(other => other != index))
                {
                    if (PresenceProperties.IsPresenceOf(candidate.Symbol, declared.First(c => IndexOf(c) == other).Symbol))
                    {
                        _setters[index].Add(other);
                        _removable.Add(other);
                    }
                    else
                    {
                        _setters[other].Add(index);
                    }
                }
                _used[index].UnionWith(code.Used.SelectMany(name => named[name]).Where(other => other != index));
                if (_used[index].Count != 0 && PropertyFields.AreAllThatIsSet((IPropertySymbol)candidate.Symbol))
                    SetField(candidate, index);
                foreach (int guard in SetterGuards.Of((IPropertySymbol)candidate.Symbol).SelectMany(name => named[name])
                    .Where(_used[index].Remove))
                {
                    _guards.Add(guard);
                    _used[guard].Add(index);
                }
                if (code.Changed.SelectMany(name => named[name]).Any(other => other != index && IsGiven(other)) && CallsSetter(index))
                    LeaveContent(candidate, index, code, named);
            }
            foreach ((Candidate first, Candidate second) in overwriting)
                _setters[IndexOf(second)].Add(IndexOf(first));
            // A member that a setter sets as well as uses is set afterwards.
            for (int i = 0; i < members.Count; i++)
                _used[i].RemoveWhere(other => _setters[other].Contains(i));
        }

        /// <summary>Sets the order of members.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">Their type.</param>
        /// <param name="declared">Their declarations, in order.</param>
        /// <param name="members">The members.</param>
        public static void Apply(Parser parser, INamedTypeSymbol type, List<Candidate> declared, List<MemberModel> members)
        {
            SharedBytes shared = SharedBytes.Of(parser, type, declared);
            List<(Candidate First, Candidate Second)> overwriting = shared.Overwriting().ToList();
            if (overwriting.Count != 0 || members.Any(m => m.HasSetterCode))
            {
                var order = new SetOrder(parser, type, declared, members, overwriting);
                order.Apply();
                PropertyViews.Apply(type, declared, members);
                shared.Report(parser, candidate => members[order.IndexOf(candidate)] is { IsSetAfter: true } or { IsSetAgain: true }
                    ? members[order.IndexOf(candidate)].SetIndex : -1);
                return;
            }
            for (int i = 0; i < members.Count; i++)
                members[i] = members[i] with { SetIndex = i };
        }

        // A setter that does nothing but limit the value by other members (set => _hp = Math.Min(value, Max)) could not restore a value
        // that exceeds the limit, because that was lowered later. So the field is set instead, where generated code can access it.
        private void SetField(Candidate candidate, int index)
        {
            MemberModel set = SetAgain(_parser, candidate, _members[index], isComputed: false);
            if (!set.IsSetAgain || _members[index].IsSetAgain || _members[index].Assignment == MemberAssignment.Constructor)
                return;
            bool isInitialized = set.Assignment == MemberAssignment.Initializer;
            _members[index] = set with { IsSetAgain = isInitialized, HasSetterCode = isInitialized };
            if (!isInitialized)
                _used[index].Clear();
        }

        // A setter that changes the content of an object which the constructor has taken would change what was read (First { set =>
        // Items.Insert(0, value); }). It is called only if the document lacks that object: the content that is read is that after the
        // change. If the property has a value of its own, its field is set.
        private void LeaveContent(Candidate candidate, int index, SetterCode code, ILookup<string, int> named)
        {
            var property = (IPropertySymbol)candidate.Symbol;
            List<string> set = code.Set.Where(IsMember).ToList(), changed = code.Changed.Where(IsMember).ToList();
            string[] given = changed.SelectMany(name => named[name]).Where(IsGiven).Distinct().OrderBy(other => other)
                .Select(other => _members[other].Name).ToArray();
            bool isAfter = _members[index].Assignment == MemberAssignment.After;
            if (isAfter && set.Count == 0 && changed.All(name => named[name].Any(IsGiven))
                && SetterCode.ContainersOf(_type, property.Name).Any())
            {
                _members[index] = _members[index] with { Containers = new EquatableArray<string>(given) };
                return;
            }
            if (isAfter && PropertyFields.AreReturned(property) && set.Concat(changed).All(name => named[name].Any()))
                SetField(candidate, index);
            if (!CallsSetter(index))
            {
                foreach (HashSet<int> setters in _setters)
                    setters.Remove(index);
                return;
            }
            _parser.ReportAt(property, Rules.ChangedContent, Names.InSchema(candidate.Declaring.OriginalDefinition) + "." + candidate.Name,
                string.Join(", ", given.Select(name => "'" + name + "'")));
        }

        // Whether a name in the code of a setter may be that of a member, not of a local variable.
        private bool IsMember(string name)
        {
            for (INamedTypeSymbol? t = _type; t != null; t = t.BaseType)
            {
                if (t.GetMembers(name).Any(m => m is IFieldSymbol or IPropertySymbol))
                    return true;
            }
            return false;
        }

        // Whether an object that setters can change is passed to the constructor, or assigned by the object initializer.
        private bool IsGiven(int index) => _members[index].Assignment is MemberAssignment.Constructor or MemberAssignment.Initializer
            && !ReadOnlyMembers.IsValue(_declared.First(c => IndexOf(c) == index).Type);

        private void Apply()
        {
            bool isAnyComputed = _declared.Any(c => Rank(c) == Computed), isAnyDependent = isAnyComputed
                || _declared.Any(MayBeReplaced) || _setters.Concat(_used).Any(others => others.Count != 0);
            List<int> order = Sort();
            foreach (Candidate candidate in _declared)
            {
                int i = IndexOf(candidate);
                bool mayBeReplaced = MayBeReplaced(candidate);
                MemberModel member = _members[i] with
                {
                    SetIndex = order.IndexOf(i),
                    IsSetLast = isAnyDependent && (mayBeReplaced || !IsPlain(i) || _guards.Contains(i)),
                    IsSetByOthers = mayBeReplaced || _setters[i].Count != 0 || _removable.Contains(i),
                };
                if (!member.IsSetAgain && member.Assignment is MemberAssignment.Constructor or MemberAssignment.Initializer
                    && (mayBeReplaced || (isAnyComputed && IsValueInField(candidate)) || _setters[i].Any(CallsSetter)))
                    member = SetAgain(_parser, candidate, member);
                _members[i] = member with { IsSetTwice = mayBeReplaced && member.IsSetAfter };
            }
        }

        // Whether reading calls the setter of a member, instead of setting its field or passing its value to the constructor.
        private bool CallsSetter(int index) => (_members[index].IsSetAfter || _members[index].Assignment == MemberAssignment.Initializer)
            && !(_members[index].HasHiddenSetter && _members[index].HiddenField.Length != 0);

        // Whether a new object has the member's value already, so that a setter can change its content before the member is read.
        private bool IsThere(int index)
        {
            Candidate candidate = _declared.First(c => IndexOf(c) == index);
            return _members[index] switch
            {
                { Assignment: MemberAssignment.Populate or MemberAssignment.Constructor } => true,
                { Assignment: MemberAssignment.After, Initial: not InitialValue.Default } => true,
                { Assignment: MemberAssignment.After } => candidate.Type.IsValueType || IsSetByConstructors(candidate.Symbol),
                _ => false,
            };
        }

        // Whether all constructors of the class that declares a member, or of a class derived from it, assign something to it.
        private bool IsSetByConstructors(ISymbol member)
        {
            string field = SetterCode.BackingField(member);
            for (INamedTypeSymbol? t = _type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                List<ConstructorDeclarationSyntax> constructors = t.OriginalDefinition.InstanceConstructors.SelectMany(Declarations.Of)
                    .OfType<ConstructorDeclarationSyntax>()
                    .Where(c => !c.Initializer.IsKind(SyntaxKind.ThisConstructorInitializer)).ToList();
                if (constructors.Count != 0 && constructors.All(c => SetterCode.AssignedBy(c).Any(n => n == member.Name || n == field)))
                    return true;
                if (SymbolEqualityComparer.Default.Equals(t.OriginalDefinition, member.OriginalDefinition.ContainingType))
                    break;
            }
            return false;
        }

        // Whether a setter that is called after an object was made is in another assembly.
        private bool IsUnseen(Candidate candidate) =>
            _members[IndexOf(candidate)] is { HasSetterCode: true, Assignment: MemberAssignment.After } && !_parser.IsOwn(candidate.Symbol);

        // Whether such a setter may set a member that only holds a value.
        private bool MayBeReplaced(Candidate candidate) =>
            _isAnyUnseen && !_members[IndexOf(candidate)].HasSetterCode && !_parser.IsOwn(candidate.Symbol);

        /// <summary>
        /// Has a member set once more after the object was created with its value, unless it cannot be set any more.
        /// </summary>
        public static MemberModel SetAgain(Parser parser, Candidate candidate, MemberModel member)
        {
            switch (candidate.Symbol)
            {
                case IFieldSymbol { IsReadOnly: true }:
                    return member;
                case IFieldSymbol when candidate.HiddenField.Length == 0:
                case IPropertySymbol { SetMethod: { IsInitOnly: false } } when !candidate.NeedsConstructor:
                    return member with { IsSetAgain = true };
                case IPropertySymbol property when Members.Setter(property) == null:
                    return member;
            }
            candidate.HasHiddenSetter = true;
            if (Accessors.WhyNot(parser, candidate) == null)
                return Accessors.Describe(parser, candidate, member) with { IsSetAgain = true };
            candidate.HasHiddenSetter = false;
            return member;
        }

        /// <summary>
        /// Has a member set once more that the constructor may have changed. If its setter has code, which may change other members, the
        /// field behind the property is set instead.
        /// </summary>
        /// <param name="parser">The parser.</param>
        /// <param name="candidate">The member.</param>
        /// <param name="member">The model of the member.</param>
        /// <param name="isComputed">Whether the constructor certainly changes it; then the setter is called if nothing else works.</param>
        public static MemberModel SetAgain(Parser parser, Candidate candidate, MemberModel member, bool isComputed)
        {
            if (!member.HasSetterCode)
                return SetAgain(parser, candidate, member);
            if (PropertyFields.Of((IPropertySymbol)candidate.Symbol) is not { } field
                || Accessors.WhyNot(parser, candidate.Declaring) != null)
                return isComputed ? SetAgain(parser, candidate, member) : member;
            // Only here: objects that are created without a constructor have the setter called.
            (string hiddenField, bool hasHiddenSetter) = (candidate.HiddenField, candidate.HasHiddenSetter);
            candidate.HiddenField = field;
            candidate.HasHiddenSetter = true;
            member = Accessors.Describe(parser, candidate, member) with { IsSetAgain = true };
            candidate.HiddenField = hiddenField;
            candidate.HasHiddenSetter = hasHiddenSetter;
            return member;
        }

        // Setters that set each other, or use what they set, are sorted as far as possible.
        private List<int> Sort()
        {
            List<int> left = _declared.OrderBy(Rank).Select(IndexOf).ToList(), order = new List<int>();
            while (left.Count != 0)
            {
                List<int> ready = left.Where(i => !_setters[i].Overlaps(left)).ToList();
                int next = ready.FindIndex(i => !_used[i].Overlaps(left));
                // Those that set each other are set before members that use them, and before those that only wait for them.
                if (next < 0 && left.Where(i => left.Any(other => _setters[other].Contains(i)) && !IsSetByAny(i, ready, left)).ToList()
                    is { Count: not 0 } mutual)
                {
                    ready = mutual;
                    next = ready.FindIndex(i => !_used[i].Overlaps(left));
                }
                order.Add(ready[Math.Max(next, 0)]);
                left.Remove(order[order.Count - 1]);
            }
            return order;
        }

        // Whether a member is one of certain members, or their setters set it, also by way of others.
        private bool IsSetByAny(int member, List<int> setters, List<int> left)
        {
            var reached = new HashSet<int> { member };
            var next = new Stack<int>(reached);
            while (next.Count != 0)
            {
                int one = next.Pop();
                if (setters.Contains(one))
                    return true;
                foreach (int other in _setters[one].Where(other => left.Contains(other) && reached.Add(other)))
                    next.Push(other);
            }
            return false;
        }

        // A computed property may use an object that another member refers to (Name { set { _owner.Name = value; } }).
        private int Rank(Candidate candidate) => IsPlain(IndexOf(candidate)) ? Plain
            : _otherFields == null || !IsUnseen(candidate) ? WithCode
            : IsComputed(candidate, _otherFields) ? Computed
            : candidate.Type is { TypeKind: TypeKind.Class or TypeKind.Interface, SpecialType: SpecialType.None } ? Object : WithCode;

        private bool IsValueInField(Candidate candidate) =>
            ReadOnlyMembers.IsValue(candidate.Type) && !_parser.IsOwn(candidate.Symbol) && CompiledState.HasFieldOf(_parser, candidate);

        // A field of the same type may have another name.
        private bool IsComputed(Candidate candidate, List<IFieldSymbol> otherFields) => !CompiledState.HasFieldOf(_parser, candidate)
            && !otherFields.Any(field => CompiledState.HasTypeOf(_parser, field, candidate));

        // Whether a member only holds a value, which nothing else sets.
        private bool IsPlain(int index) => !_members[index].HasSetterCode && _setters[index].Count == 0;

        private int IndexOf(Candidate candidate) => _indexes[candidate];
    }
}
