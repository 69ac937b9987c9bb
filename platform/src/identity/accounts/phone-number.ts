import { validationFailed } from '#identity/errors.ts'

/** Returns E.164 without its plus sign; throws for a malformed number. */
export function normalisePhone(text: string): string {
  const phone = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(phone)) {
    throw validationFailed('Invalid phone number format (E.164 required)')
  }
  return phone
}
