/** TLS of one process: its certificate and the authorities it trusts, read again when their files change; and the words for what fails. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import type { ConnectionOptions, SecureVersion, TLSSocket } from 'node:tls';
import type { Clock } from '../../../core/clock.ts';
import { err, ok, type Result } from '../../../core/result.ts';

/** The files of a process, as paths; a certificate has its key. */
export interface TlsFiles {
  /** The certificate of this process and, after it, those that lead to its authority, as PEM. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Authorities that are trusted beside the usual ones, as PEM. */
  readonly ca?: string | undefined;
}

/** How the files are read, and where a line about them goes once they are in use. */
export interface TlsOptions {
  /** The whole text of a file, undefined when there is none; rejects when it cannot be read. */
  readonly read: (path: string) => Promise<string | undefined>;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
}

/** The certificate of a process with its key, as a server of Node takes them. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
  readonly minVersion: SecureVersion;
}

interface Material {
  readonly identity: TlsIdentity | undefined;
  readonly leaf: X509Certificate | undefined;
  /** What is trusted beside the usual authorities. */
  readonly trusted: readonly string[];
}

/** No caller is spoken to by less. */
const LEAST_VERSION = 'TLSv1.2';
/** How often the files are looked at. */
const LOOK_MS = 5_000;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** An import of the module would load its certificates in every process, and most never need them. */
const tls = () => process.getBuiltinModule('node:tls');

/** The TLS of this process. Every connection of the process trusts its authorities, those of libraries too. */
export class Tls {
  readonly #files: TlsFiles;
  readonly #options: TlsOptions;
  readonly #usual = tls().getCACertificates('default');
  #material: Material;
  /** The texts that are in use, and those that were found last. */
  #used: string;
  #found: string;
  #isTold = false;
  #isClosed = false;
  #callOff: () => void = () => undefined;

  /** Reads and checks the files; a mistake in them is one line. From then on they are looked at until it is closed. */
  static async open(files: TlsFiles, options: TlsOptions): Promise<Result<Tls, string>> {
    const texts = await readAll(files, options.read);
    const material = materialOf(files, texts, options.clock);
    return material.ok ? ok(new Tls(files, options, material.value, JSON.stringify(texts))) : material;
  }

  private constructor(files: TlsFiles, options: TlsOptions, material: Material, texts: string) {
    this.#files = files;
    this.#options = options;
    this.#material = material;
    this.#used = texts;
    this.#found = texts;
    this.#trust();
    this.#lookLater();
  }

  /** The certificate that servers show to their callers; undefined where this process has none. */
  get identity(): TlsIdentity | undefined {
    return this.#material.identity;
  }

  /** The names and addresses that the certificate is made out to. */
  get names(): readonly string[] {
    return namesIn(this.#material.leaf?.subjectAltName);
  }

  /** Whether the certificate is made out to a host. */
  covers(host: string): boolean {
    const { leaf } = this.#material;
    const bare = host.replace(/^\[|\]$/g, '');
    return (isIP(bare) === 0 ? leaf?.checkHost(bare) : leaf?.checkIP(bare)) !== undefined;
  }

  /**
   * How a connection to a host is made. A listener that shows this process's own certificate holds its key, and so is
   * taken by whatever name it was called.
   */
  get connecting(): ConnectionOptions {
    return {
      ...CONNECTING,
      allowPartialTrustChain: true,
      checkServerIdentity: (host, shown) =>
        this.#material.leaf?.raw.equals(shown.raw) === true ? undefined : tls().checkServerIdentity(host, shown),
    };
  }

  /** Stops looking at the files, and trusts what was trusted before. */
  close(): void {
    this.#isClosed = true;
    this.#callOff();
    tls().setDefaultCACertificates(this.#usual);
  }

  #trust(): void {
    const { leaf, trusted } = this.#material;
    const own = leaf === undefined ? [] : [leaf.toString()];
    tls().setDefaultCACertificates([...this.#usual, ...trusted, ...own]);
  }

  #lookLater(): void {
    if (this.#isClosed) return;
    this.#callOff = this.#options.clock.after(LOOK_MS, () => void this.#look().finally(() => this.#lookLater()));
  }

  async #look(): Promise<void> {
    const { clock, tell } = this.#options;
    const texts = await readAll(this.#files, this.#options.read);
    if (this.#isClosed) return;
    const found = JSON.stringify(texts);
    // Certificate and key are two files: what is found once may be half of a change.
    const isSettled = found === this.#found;
    if (!isSettled) this.#isTold = false;
    this.#found = found;
    const material = materialOf(this.#files, texts, clock);
    if (!material.ok) {
      const stays = found === this.#used ? '' : '; the one before stays in use';
      if (isSettled && !this.#isTold) tell(`${material.error}${stays}`);
      this.#isTold ||= isSettled;
      return;
    }
    if (found === this.#used) return;
    this.#used = found;
    this.#material = material.value;
    this.#trust();
    const { leaf } = material.value;
    const until = leaf === undefined ? '' : `; the certificate is for ${this.names.join(', ')}, until ${dayOf(leaf)}`;
    tell(`the files of TLS have changed and are in use now${until}`);
  }
}

/** How a connection is made by a process that has no TLS of its own. */
export const CONNECTING: ConnectionOptions = { minVersion: LEAST_VERSION, ALPNProtocols: ['http/1.1'] };

interface Texts {
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly ca: string | undefined;
  /** Why one of them could not be read. */
  readonly fault?: string;
}

async function readAll(files: TlsFiles, read: TlsOptions['read']): Promise<Texts> {
  try {
    const [cert, key, ca] = await Promise.all(
      [files.cert, files.key, files.ca].map((path) => (path === undefined ? undefined : read(path))),
    );
    return { cert, key, ca };
  } catch (problem) {
    return { cert: undefined, key: undefined, ca: undefined, fault: wordsOf(problem) };
  }
}

function materialOf(files: TlsFiles, texts: Texts, clock: Clock): Result<Material, string> {
  if (texts.fault !== undefined) return err(texts.fault);
  for (const part of ['cert', 'key', 'ca'] as const)
    if (files[part] !== undefined && texts[part] === undefined) return err(`there is no file ${files[part]}`);
  const trusted = texts.ca === undefined ? [] : [...texts.ca.matchAll(PEM)].map(([pem]) => pem);
  const broken = trusted.find((pem) => certificateIn(pem) === undefined);
  if (files.ca !== undefined && (trusted.length === 0 || broken !== undefined))
    return err(`${files.ca} holds ${broken === undefined ? 'no' : 'a broken'} certificate of an authority, as PEM`);
  if (texts.cert === undefined || texts.key === undefined) return ok({ identity: undefined, leaf: undefined, trusted });
  const identity = identityOf(files, { cert: texts.cert, key: texts.key }, clock);
  return identity.ok ? ok({ ...identity.value, trusted }) : identity;
}

function identityOf(files: TlsFiles, { cert, key }: Record<'cert' | 'key', string>, clock: Clock) {
  const leaf = certificateIn(cert);
  if (leaf === undefined) return err(`${files.cert} holds no certificate, as PEM`);
  const now = clock.now().getTime();
  if (Date.parse(leaf.validTo) < now) return err(`the certificate in ${files.cert} has expired on ${dayOf(leaf)}`);
  if (Date.parse(leaf.validFrom) > now)
    return err(`the certificate in ${files.cert} is valid only from ${dayOf(leaf, 'validFrom')} on`);
  try {
    const privateKey = createPrivateKey(key);
    if (!leaf.checkPrivateKey(privateKey))
      return err(`the key in ${files.key} does not fit the certificate in ${files.cert}`);
  } catch (problem) {
    return err(`${files.key} holds no private key that can be read without a password, as PEM: ${wordsOf(problem)}`);
  }
  try {
    const identity: TlsIdentity = { cert, key, minVersion: LEAST_VERSION };
    tls().createSecureContext(identity);
    return ok({ leaf, identity });
  } catch (problem) {
    return err(`the certificate in ${files.cert} cannot be used: ${wordsOf(problem)}`);
  }
}

function certificateIn(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    // What is wrong with it is no help to the user of a file that is no certificate.
    return undefined;
  }
}

function dayOf(
  certificate: Pick<X509Certificate, 'validTo' | 'validFrom'>,
  which: 'validTo' | 'validFrom' = 'validTo',
): string {
  return new Date(certificate[which]).toISOString().slice(0, 10);
}

/** The names in a list such as `DNS:localhost, IP Address:127.0.0.1`. */
function namesIn(alternatives: string | undefined): readonly string[] {
  return [...(alternatives ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name = '']) => name);
}

function wordsOf(problem: unknown): string {
  return problem instanceof Error ? ((problem as { reason?: string }).reason ?? problem.message) : String(problem);
}

const AUTHORITY =
  'its certificate is of an authority that is not trusted here; name the certificate of the authority with --tls-ca FILE';
const NO_TLS = 'it does not speak TLS; if it speaks plain HTTP, call it by http://';

/** What a failure of a handshake means, by the code and the words that Node has for it. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/UNABLE_TO_VERIFY_LEAF_SIGNATURE/, `${AUTHORITY}, or have it send its whole chain`],
  [/SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|CERT_UNTRUSTED/, AUTHORITY],
  [/wrong version number|packet length too long|http request/i, NO_TLS],
  [/unsupported protocol|alert protocol version/i, 'it speaks neither TLS 1.2 nor 1.3'],
];

/** Rewords the error of a connection to a host, so that it says what is wrong and what can be done; returns the socket. */
export function inWords(socket: TLSSocket, host: string): Socket {
  let shown: X509Certificate | undefined;
  // Before Node judges the certificate: a socket that it closed has none any more.
  socket.prependOnceListener('secure', () => {
    shown = socket.getPeerX509Certificate();
  });
  return socket.prependListener('error', (error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    if (code === 'CERT_HAS_EXPIRED' && shown) error.message = `its certificate has expired on ${dayOf(shown)}`;
    else if (code === 'CERT_NOT_YET_VALID' && shown)
      error.message = `its certificate is valid only from ${dayOf(shown, 'validFrom')} on; is the clock of this machine right?`;
    else if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
      error.message = `its certificate is for ${namesIn(shown?.subjectAltName).join(', ') || 'no name'}, not for ${host}; call it by a name that the certificate has`;
    else error.message = FAILURES.find(([sign]) => sign.test(`${code} ${error.message}`))?.[1] ?? wordsOf(error);
  });
}

/** The meaning of a caller's failed handshake, by its code in Node; undefined where the caller said nothing worth a word. */
export function callerFault(error: NodeJS.ErrnoException): string | undefined {
  const { code = '' } = error;
  if (/ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED)/.test(code))
    return `the caller does not trust this agent’s certificate (${wordsOf(error)}); it needs the certificate of the authority (--tls-ca of our agents), and has to call by a name that the certificate has`;
  if (code === 'ERR_SSL_UNSUPPORTED_PROTOCOL') return 'the caller speaks neither TLS 1.2 nor 1.3';
  return code.startsWith('ERR_SSL') ? `the TLS handshake failed: ${wordsOf(error)}` : undefined;
}
