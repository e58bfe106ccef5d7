/** Values as few bytes, for what is kept long and read seldom. */
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Json } from '../../core/json.ts';

/** Small pieces: the library keeps a buffer of this size until a whole collection of garbage, for each text. */
const FASTEST = { chunkSize: 4_096, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const UNPACKING = { chunkSize: 65_536 };

/** A list of JSON values in a tenth of the bytes of their text. */
export function packedList(list: readonly object[]): Uint8Array {
  return zstdCompressSync(JSON.stringify(list), FASTEST);
}

/** The list that was packed. */
export function listIn<T extends Json | object>(page: Uint8Array): readonly T[] {
  return JSON.parse(zstdDecompressSync(page, UNPACKING).toString()) as readonly T[];
}

/** A value of objects, lists and maps as bytes, which a later version of the machine reads too. */
export function valueBytes(value: object): Uint8Array {
  return serialize(value);
}

/** The value of such bytes; undefined where they are none. */
export function valueOfBytes(bytes: Uint8Array): unknown {
  try {
    return deserialize(bytes);
  } catch {
    // Bytes of another making say nothing here; what they stood for can be made anew.
    return undefined;
  }
}
