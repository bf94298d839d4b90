using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <content>Describes types in two steps, so that a type can reach itself: it is first declared, then described.</content>
    internal sealed partial class Parser
    {
        // The number of sizes of ever larger constructed types of a generic type that may occur on the path to one of them.
        private const int MostGrowth = 4;

        private readonly List<ITypeSymbol> _way = new List<ITypeSymbol>();
        private readonly HashSet<ISymbol> _endless = new HashSet<ISymbol>(SymbolEqualityComparer.Default);

        /// <summary>
        /// Declares the type that is being described, with what other types have to know to refer to it. From then on, it may reach itself.
        /// </summary>
        public void Declare(TypeModel outline)
        {
            _current!.Model = outline;
            _declared[outline.Key] = outline;
        }

        /// <summary>
        /// Whether a constructed type is one of an infinite series of ever larger ones, each of which reaches the next. Once this is known
        /// of a generic type, no more of its constructed types are described.
        /// </summary>
        public bool GrowsWithoutEnd(INamedTypeSymbol form)
        {
            if (_endless.Contains(form.OriginalDefinition))
                return true;
            int depth = Names.Depth(form);
            // A graph of classes may contain many constructed types of the same size, none of which makes the others larger.
            if (_way.Where(type => SymbolEqualityComparer.Default.Equals(type.OriginalDefinition, form.OriginalDefinition))
                .Select(Names.Depth).Where(smaller => smaller < depth).Distinct().Count() < MostGrowth)
                return false;
            _endless.Add(form.OriginalDefinition);
            return true;
        }

        private TypeModel? Describe(ITypeSymbol type, bool isExact)
        {
            Dictionary<ITypeSymbol, Description> descriptions = isExact ? _exact : _plain;
            if (descriptions.TryGetValue(type, out Description known))
            {
                if (known.IsOpen)
                    known.IsReferredTo = true;
                if (known.Model == null && known.IsOpen)
                    throw new InvalidOperationException("'" + Names.InSchema(type) + "' was asked for before it was declared.");
                if (known.Model == null)
                    _findings.ReportAgain(type, isExact);
                return known.Model;
            }
            if (!isExact)
            {
                _forms.Note(type);
                _warnings.Note(type);
            }
            if (type is INamedTypeSymbol named)
                _input.Count(named);
            int reported = _findings.Count;
            var description = new Description(_types.Count);
            descriptions.Add(type, description);
            (bool IsExact, Description? Current) outer = (IsExact, _current);
            (IsExact, _current) = (isExact, description);
            _way.Add(type);
            TypeModel? model = Classify(type, isExact);
            _way.RemoveAt(_way.Count - 1);
            (IsExact, _current) = outer;
            description.IsOpen = false;
            if (description.Model is { } declared)
                _declared.Remove(declared.Key);
            if (model != null && _byKey.ContainsKey(model.Key))
            {
                Report(Rules.UnsupportedType, Path, Names.InSchema(type), "two assemblies have a type of this name: rename one of them");
                model = null;
            }
            if (model != null)
            {
                model = model with { Locked = LockedTypes.Of(Compilation, type, model) };
                AddType(model);
                _symbols[model.Key] = type;
                _findings.Keep(model.Key, reported);
            }
            else
            {
                Fail(type, description);
            }
            description.Model = model;
            return model;
        }

        private void AddType(TypeModel model)
        {
            _byKey.Add(model.Key, model);
            _types.Add(model);
        }

        // Types that were described in the meantime and refer to a type that cannot be serialized have to be described again when they are
        // needed.
        private void Fail(ITypeSymbol type, Description description)
        {
            _failed.Add(type);
            if (description.Model is not { } declared)
                return;
            description.Model = null;
            _classNames.Remove(declared.ClassName);
            if (!description.IsReferredTo)
                return;
            var lost = new HashSet<string> { declared.Key };
            List<TypeModel> since = _types.Skip(description.Start).ToList();
            while (since.Any(one => !lost.Contains(one.Key) && one.Uses(isJson: true).Any(lost.Contains)))
                lost.UnionWith(since.Where(one => one.Uses(isJson: true).Any(lost.Contains)).Select(one => one.Key).ToList());
            foreach (TypeModel one in since.Where(one => lost.Contains(one.Key)))
            {
                _types.Remove(one);
                _byKey.Remove(one.Key);
                _classNames.Remove(one.ClassName);
            }
            Forget(_plain, lost);
            Forget(_exact, lost);
        }

        private static void Forget(Dictionary<ITypeSymbol, Description> descriptions, HashSet<string> keys)
        {
            foreach (ITypeSymbol type in descriptions.Where(pair => !pair.Value.IsOpen && pair.Value.Model is { } model
                && keys.Contains(model.Key)).Select(pair => pair.Key).ToList())
                descriptions.Remove(type);
        }

        /// <summary>The state of the description of a type: it is first declared, then its parts and members are described.</summary>
        private sealed class Description
        {
            public Description(int start)
            {
                Start = start;
            }

            /// <summary>The number of types that were described when it began.</summary>
            public int Start { get; }

            public bool IsOpen { get; set; } = true;

            /// <summary>Whether a type that was described in the meantime refers to it.</summary>
            public bool IsReferredTo { get; set; }

            /// <summary>The declared outline, then the complete model; null if it cannot be serialized.</summary>
            public TypeModel? Model { get; set; }
        }

        // An exception while a type is described is an error of this type only; the others are still described.
        private TypeModel? Classify(ITypeSymbol type, bool isExact)
        {
            Findings.Position mark = _findings.BeginType();
            TypeModel? model = Defects.Catch<TypeModel?>(
                "Parse " + type.Name,
                () =>
                {
                    RuntimeHelpers.EnsureSufficientExecutionStack();
                    return Classifier.Classify(this, type);
                },
                text =>
                {
                    _findings.Return(mark);
                    Report(Rules.Defect, Path, Names.InSchema(type), text);
                    return null;
                });
            _findings.EndType(type, isExact, model != null, mark);
            return model;
        }
    }
}
