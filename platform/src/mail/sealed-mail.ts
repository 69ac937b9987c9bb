import type { Rendered } from '#mail/layout/render.ts'
import type { Keyring } from '#sealing/keyring.ts'

// A mail holds links and codes that open accounts: nobody who reads the table may read those.
const placeOf = (id: string) => `mail_outbox|payload|${id}`

export const sealMail = (keyring: Keyring, id: string, mail: Rendered): string =>
  keyring.seal(JSON.stringify(mail), placeOf(id))

/** What is left of a mail that nobody needs any more. */
export const sealNothing = (keyring: Keyring, id: string): string => keyring.seal('', placeOf(id))

export const openMail = (keyring: Keyring, id: string, sealed: string): Rendered =>
  JSON.parse(keyring.open(sealed, placeOf(id)))
