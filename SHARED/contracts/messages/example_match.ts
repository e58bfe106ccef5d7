/** The draw of the one match that every example tells: P01 said even, P02 odd, and the seed gives an 8. */

export const DRAW_SEED = '000000000000000000000000000000000000000000000000000000000000000f';
/** SHA-256 of the seed's bytes and `R1M1`. */
export const DRAW_COMMITMENT = 'beebfc5f421e14aad4e859234e1145a12f8154d556479efaeb41c9c86c4ddcb2';
