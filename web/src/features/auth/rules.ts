import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from '@app/contract/identity'
import type { MessageKey } from '#i18n/messages.ts'

/** What is wrong with a value, or null. */
type Complaint = MessageKey | null

export function complaintAboutEmail(email: string): Complaint {
  if (email === '') return 'errors.emailRequired'
  // Only what is surely wrong: whether an address exists, a mail will tell.
  return /^[^\s@]+@[^\s@]+$/.test(email) ? null : 'errors.invalidEmail'
}

export function complaintAboutPassword(password: string): Complaint {
  if ([...password].length < PASSWORD_MIN_CHARACTERS) return 'errors.passwordTooShort'
  const bytes = new TextEncoder().encode(password).byteLength

  return bytes > PASSWORD_MAX_BYTES ? 'errors.passwordTooLong' : null
}

export function complaintAboutRepetition(password: string, repeated: string): Complaint {
  return password === repeated ? null : 'errors.passwordsDiffer'
}
