import { createHash, randomInt } from 'node:crypto'
import type { Identity } from '#identity/identity.ts'
import type { Slot } from './code-kinds.ts'

type Needs = Pick<Identity, 'digests'>
type Made = { slot: Slot; address: string; code: string }

/** Marks the links of people who will exchange a code for their session. */
export const PKCE_PREFIX = 'pkce_'

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * What a link carries in place of the six digits. It follows from them and the address under a key
 * of ours, so that one row answers for both, and from the row nobody finds either.
 */
export const linkValue = ({ digests }: Needs, { slot, address, code }: Made, isPkce: boolean) =>
  `${isPkce ? PKCE_PREFIX : ''}${digests.digest(`${address}|${code}`, slot)}`

/** All that is ever stored. */
export const storedHash = (link: string) => createHash('sha256').update(link).digest('hex')

/** Every hash under which this code may be stored. */
export function hashesOf({ digests }: Needs, { slot, address, code }: Made): string[] {
  const links = digests.candidates(`${address}|${code}`, slot)

  return links.flatMap((link) => [storedHash(link), storedHash(PKCE_PREFIX + link)])
}
