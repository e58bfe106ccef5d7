/** The chunked transfer coding of HTTP/1.1, as its reader sees it. */

/** An optional extension is allowed after the size and ignored; more than eight digits is no honest size. */
const SIZE_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;
const NEWLINE = 0x0a;

/** Takes a chunked body apart, however the bytes are cut into pieces. */
export class ChunkedBody {
  readonly #maxLineBytes: number;
  #expecting: 'size' | 'bytes' | 'end_of_bytes' | 'trailer' = 'size';
  #line = '';
  #left = 0;
  #trailerBytes = 0;
  /** How many bytes of the piece last fed belonged to the body. */
  used = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Hands the payload in `piece` to `take`, and says whether the body goes on, is over, or makes no sense. */
  feed(piece: Buffer, take: (payload: Buffer) => void): 'more' | 'done' | 'broken' {
    this.used = 0;
    while (this.used < piece.length) {
      if (this.#expecting === 'bytes') {
        const payload = piece.subarray(this.used, this.used + this.#left);
        this.used += payload.length;
        this.#left -= payload.length;
        take(payload);
        if (this.#left === 0) this.#expecting = 'end_of_bytes';
        continue;
      }
      const newline = piece.indexOf(NEWLINE, this.used);
      const end = newline < 0 ? piece.length : newline;
      this.#line += piece.toString('latin1', this.used, end);
      this.used = Math.min(end + 1, piece.length);
      if (this.#line.length > this.#maxLineBytes) return 'broken';
      if (newline < 0) return 'more';
      const progress = this.#endOfLine(this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line);
      if (progress !== 'more') return progress;
      this.#line = '';
    }
    return 'more';
  }

  #endOfLine(line: string): 'more' | 'done' | 'broken' {
    if (this.#expecting === 'end_of_bytes') {
      this.#expecting = 'size';
      return line === '' ? 'more' : 'broken';
    }
    if (this.#expecting === 'trailer') {
      this.#trailerBytes += line.length;
      if (this.#trailerBytes > this.#maxLineBytes) return 'broken';
      return line === '' ? 'done' : 'more';
    }
    const size = SIZE_LINE.exec(line)?.[1];
    if (size === undefined) return 'broken';
    this.#left = Number.parseInt(size, 16);
    this.#expecting = this.#left === 0 ? 'trailer' : 'bytes';
    return 'more';
  }
}
