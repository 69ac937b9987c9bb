import type { Rendered } from '#mail/layout/render.ts'
import type { Keyring } from '#sealing/keyring.ts'

// Mails contain links and codes for accounts, which readers of the table must not see.
const placeOf = (id: string) => `mail_outbox|payload|${id}`

export const sealMail = (keyring: Keyring, id: string, mail: Rendered): string =>
  keyring.seal(JSON.stringify(mail), placeOf(id))

/** The empty content of a finished mail. */
export const sealNothing = (keyring: Keyring, id: string): string => keyring.seal('', placeOf(id))

export const openMail = (keyring: Keyring, id: string, sealed: string): Rendered =>
  JSON.parse(keyring.open(sealed, placeOf(id)))
