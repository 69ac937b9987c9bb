import { createHash } from 'node:crypto'

const HEX_DIGITS = 16

/**
 * The name of a prepared statement. Behind a pooler, servers of several releases may share names, so equal names must mean equal texts.
 */
export const digestName = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HEX_DIGITS)
