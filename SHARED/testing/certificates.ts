/** Certificates for tests, made here so that no private key lies in the repository. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its key, as PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority can sign certificates of others. */
export interface TestAuthority extends TestCertificate {
  readonly name: Buffer;
  readonly privateKey: KeyObject;
}

export interface TestCertificateOptions {
  /** Days, as 2020-01-01. */
  readonly from?: string;
  readonly until?: string;
  /** Absent: it is signed by itself. */
  readonly by?: TestAuthority;
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const bytes = content.length < 256 ? [content.length] : [content.length >> 8, content.length & 0xff];
  const length = content.length < 128 ? bytes : [0x80 + bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (day: string): Buffer => der(0x17, Buffer.from(`${day.replaceAll('-', '').slice(2)}000000Z`));
const pem = (what: string, bytes: Buffer): string =>
  `-----BEGIN ${what}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${what}-----\n`;
const ECDSA = sequence(oid('2a8648ce3d040302'));
let serial = 0;

/** A certificate for names and IPv4 addresses. */
export function testCertificate(names: readonly string[], options: TestCertificateOptions = {}): TestCertificate {
  const alternatives = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  );
  return made(names[0] ?? '', sequence(oid('551d11'), der(0x04, sequence(...alternatives))), options);
}

/** An authority that no machine knows. */
export function testAuthority(name = 'an authority of the tests'): TestAuthority {
  return made(
    name,
    sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  );
}

function made(
  commonName: string,
  extension: Buffer,
  { from = '2020-01-01', until = '2049-12-31', by }: TestCertificateOptions = {},
): TestAuthority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
  serial++;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, serial >> 8, serial & 0xff])),
    ECDSA,
    by?.name ?? name,
    sequence(utcTime(from), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, by?.privateKey ?? privateKey));
  return {
    cert: pem('CERTIFICATE', sequence(body, ECDSA, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name,
    privateKey,
  };
}
