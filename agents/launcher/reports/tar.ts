/** Files as one tar archive (ustar), compressed: the same files give the same bytes. */
import { gzipSync } from 'node:zlib';

/** A file to be put into an archive. */
export interface PackedFile {
  /** With `/` between folders. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
const NAME = 100;
const PREFIX = 155;

/** Whether the format has room for a path. */
export function fitsTar(path: string): boolean {
  return splitPath(path) !== undefined;
}

/** The archive with these files in their order; programs, which begin with `#!`, can be run when they are unpacked. */
export function tarGz(files: readonly PackedFile[]): Uint8Array {
  const blocks = files.flatMap((file) => {
    const padding = Buffer.alloc((BLOCK - (file.bytes.length % BLOCK)) % BLOCK);
    return [headerOf(file), file.bytes, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

function headerOf({ path, bytes }: PackedFile): Uint8Array {
  const parts = splitPath(path);
  if (parts === undefined) throw new RangeError(`the path is too long for an archive: ${path}`);
  const isProgram = bytes[0] === 0x23 && bytes[1] === 0x21;
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(parts.name, 0);
  header.write(octal(isProgram ? 0o755 : 0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(0, 12), 136);
  // The sum is taken with spaces in its own place.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(parts.prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A long path stands in two fields, cut at a `/`. */
function splitPath(path: string): { readonly name: string; readonly prefix: string } | undefined {
  if (Buffer.byteLength(path) <= NAME) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= NAME) return Buffer.byteLength(prefix) <= PREFIX ? { name, prefix } : undefined;
  }
  return undefined;
}
