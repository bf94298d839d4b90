using System;
using System.IO;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Kitbag.Relay.Configuration
{
    /// <summary>Loads the certificates that the options name.</summary>
    internal static class Certificates
    {
        /// <summary>Loads the certificate of the relay with its private key.</summary>
        public static X509Certificate2 OfRelay(RelayOptions options) =>
            X509CertificateLoader.LoadPkcs12FromFile(options.Certificate, options.CertificatePassword);

        /// <summary>Loads the certificate of the broker or of its issuer.</summary>
        public static X509Certificate2 OfBroker(RelayOptions options) =>
            X509CertificateLoader.LoadCertificateFromFile(options.BrokerCertificate);

        /// <summary>Returns why the certificate of the relay cannot be used, or null.</summary>
        public static string? CheckRelay(RelayOptions options) => Check(options.Certificate, () =>
        {
            using X509Certificate2 certificate = OfRelay(options);
            return certificate.HasPrivateKey ? null : "does not contain the private key of the certificate.";
        }, "is not in PKCS #12, or --certificatepassword is wrong. "
            + "'openssl pkcs12 -export -in cert.pem -inkey key.pem -out FILE' converts from PEM.");

        /// <summary>Returns why the certificate of the broker cannot be used, or null.</summary>
        public static string? CheckBroker(RelayOptions options) => Check(options.BrokerCertificate, () =>
        {
            OfBroker(options).Dispose();
            return null;
        }, "does not contain a certificate in PEM.");

        private static string? Check(string file, Func<string?> load, string otherFormat)
        {
            string name = "the file '" + file + "' ";
            if (!File.Exists(file))
                return name + "does not exist.";
            try
            {
                // Cryptographic errors do not say whether the file could be read.
                File.OpenRead(file).Dispose();
                return load() is { } fault ? name + fault : null;
            }
            catch (CryptographicException)
            {
                return name + otherFormat;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return name + "cannot be read: " + e.Message;
            }
        }
    }
}
