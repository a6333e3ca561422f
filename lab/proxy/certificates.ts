// A throw-away certificate authority and its certificates for the hosts of the lab.
import './reflect-metadata.ts';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import * as x509 from '@peculiar/x509';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

/** The lab's authority: its certificate, and a TLS context for each host on demand. */
export type Authority = {
  /** The certificate that a client must trust, PEM. */
  readonly caPem: string;
  /** A context whose certificate names `host`; `expired` returns one that expired yesterday. Cached. */
  readonly contextFor: (host: string, expired?: boolean) => Promise<SecureContext>;
};

/** Creates an authority. Its private key exists only in this process. */
export async function createAuthority(): Promise<Authority> {
  const caKeys = await makeKeys();
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Platform lab throw-away CA',
    ...validity(-1, 30),
    signingAlgorithm: SIGNING,
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const caPem = ca.toString('pem');
  // One key serves every host: making a key costs more than signing with it, and nothing here is secret.
  const leafKeys = await makeKeys();
  const keyPem = x509.PemConverter.encode(
    await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey),
    'PRIVATE KEY',
  );

  const makeContext = async (host: string, expired: boolean): Promise<SecureContext> => {
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: [{ CN: [host.slice(0, 64)] }],
      issuer: ca.subject,
      ...(expired ? validity(-30, -1) : validity(-1, 29)),
      signingAlgorithm: SIGNING,
      publicKey: leafKeys.publicKey,
      signingKey: caKeys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([
          { type: isIP(host) !== 0 ? 'ip' : 'dns', value: host },
        ]),
        await x509.SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
        await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
      ],
    });
    return createSecureContext({ key: keyPem, cert: `${leaf.toString('pem')}\n${caPem}\n` });
  };

  const contexts = new Map<string, Promise<SecureContext>>();
  return {
    caPem: `${caPem}\n`,
    contextFor: (host, expired = false) => {
      const key = `${expired ? 'expired' : 'good'} ${host}`;
      const known = contexts.get(key);
      if (known) return known;
      const made = makeContext(host, expired);
      contexts.set(key, made);
      return made;
    },
  };
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
}

/** Positive and never zero, as RFC 5280 requires. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

function validity(fromDays: number, toDays: number): { notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return {
    notBefore: new Date(now + fromDays * DAY_MS),
    notAfter: new Date(now + toDays * DAY_MS),
  };
}
