import { createHash, randomInt } from 'node:crypto'
import type { Identity } from '#identity/identity.ts'
import type { Slot } from './code-kinds.ts'

type Needs = Pick<Identity, 'digests'>
type Made = { slot: Slot; address: string; code: string }

/** Marks the links of PKCE clients. */
export const PKCE_PREFIX = 'pkce_'

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * The token of a link, derived from the address and six digits with a secret key. One row covers code and link, and reveals neither.
 */
export const linkValue = ({ digests }: Needs, { slot, address, code }: Made, isPkce: boolean) =>
  `${isPkce ? PKCE_PREFIX : ''}${digests.digest(`${address}|${code}`, slot)}`

/** Links are stored only in this form. */
export const storedHash = (link: string) => createHash('sha256').update(link).digest('hex')

/** All hashes under which this code may be stored. */
export function hashesOf({ digests }: Needs, { slot, address, code }: Made): string[] {
  const links = digests.candidates(`${address}|${code}`, slot)

  return links.flatMap((link) => [storedHash(link), storedHash(PKCE_PREFIX + link)])
}
