using System;
using System.Collections;

namespace NUnit.Framework
{
    [AttributeUsage(AttributeTargets.Method)]
    public class TestAttribute : Attribute
    {
    }

    public delegate void TestDelegate();

    public class AssertionException : Exception
    {
        public AssertionException(string message)
            : base(message)
        {
        }
    }

    public static class Assert
    {
        public static void AreEqual(object expected, object actual)
        {
            if (!Same(expected, actual))
                throw new AssertionException("expected " + expected + ", got " + actual);
        }

        public static void AreEqual(double expected, double actual, double delta) => IsTrue(Math.Abs(expected - actual) <= delta);

        public static void IsNull(object anObject) => IsTrue(anObject == null);

        public static void IsTrue(bool condition)
        {
            if (!condition)
                throw new AssertionException("is not true");
        }

        public static TActual Throws<TActual>(TestDelegate code)
            where TActual : Exception
        {
            try
            {
                code();
            }
            catch (TActual e)
            {
                return e;
            }
            throw new AssertionException("threw no " + typeof(TActual));
        }

        private static bool Same(object expected, object actual)
        {
            if (expected is IEnumerable first && actual is IEnumerable second && !(expected is string))
            {
                IEnumerator a = first.GetEnumerator(), b = second.GetEnumerator();
                while (a.MoveNext())
                {
                    if (!b.MoveNext() || !Same(a.Current, b.Current))
                        return false;
                }
                return !b.MoveNext();
            }
            return Equals(expected, actual);
        }
    }

    public static class StringAssert
    {
        public static void Contains(string expected, string actual)
        {
            if (actual == null || actual.IndexOf(expected, StringComparison.Ordinal) < 0)
                throw new AssertionException("'" + expected + "' is not in: " + actual);
        }

        public static void DoesNotContain(string expected, string actual)
        {
            if (actual.IndexOf(expected, StringComparison.Ordinal) >= 0)
                throw new AssertionException("'" + expected + "' is in: " + actual);
        }
    }
}
