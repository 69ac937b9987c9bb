import type { Bytes } from '#objects/bytes.ts'

/** ZIP (and office documents, which are ZIP), gzip, bzip2, xz, 7-Zip, RAR, Zstandard. */
const BEGINNINGS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21],
  [0x28, 0xb5, 0x2f, 0xfd],
]

/** Whatever is in such a file cannot be seen without unpacking it. */
export const isArchive = (bytes: Bytes): boolean =>
  BEGINNINGS.some((beginning) => beginning.every((byte, i) => bytes[i] === byte))
