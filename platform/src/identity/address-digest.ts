import { createHash } from 'node:crypto'

/** Limits are kept under digests: their table is no list of addresses. */
export const addressDigest = (address: string): string =>
  createHash('sha256').update(address).digest('base64url')
