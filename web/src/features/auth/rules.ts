import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from '@app/contract/identity'
import type { MessageKey } from '#i18n/messages.ts'

export function emailError(email: string): MessageKey | null {
  if (email.trim() === '') return 'errors.emailRequired'
  // Refuses only certainly invalid addresses; a mail shows whether one exists.
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : 'errors.invalidEmail'
}

/** One error at a time: the repetition is checked after the password itself is accepted. */
export function newPasswordErrors(draft: { password: string; confirmation: string }): {
  password?: MessageKey
  confirmation?: MessageKey
} {
  const { password, confirmation } = draft
  const bytes = new TextEncoder().encode(password).byteLength

  if ([...password].length < PASSWORD_MIN_CHARACTERS) return { password: 'errors.passwordTooShort' }
  if (bytes > PASSWORD_MAX_BYTES) return { password: 'errors.passwordTooLong' }
  return password === confirmation ? {} : { confirmation: 'errors.passwordsDiffer' }
}
