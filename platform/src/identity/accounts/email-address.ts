import { validationFailed } from '#identity/errors.ts'
import { isMailAddress } from '#mail/mail-address.ts'

const LONGEST = 255

// The addresses that a browser's e-mail field accepts.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const FORMAT = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`)

/** Returns one spelling for each mailbox; throws if the address is malformed. */
export function normaliseEmail(text: string): string {
  if (text.length > LONGEST) throw validationFailed('An email address is too long')

  const email = text.toLowerCase()
  if (!FORMAT.test(email) || !isMailAddress(email)) {
    throw validationFailed('Unable to validate email address: invalid format')
  }
  return email
}
