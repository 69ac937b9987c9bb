import { createHash } from 'node:crypto'

/** Limits are stored under digests, so that their table contains no addresses. */
export const addressDigest = (address: string): string =>
  createHash('sha256').update(address).digest('base64url')
