import { validationFailed } from '#identity/errors.ts'

/** E.164 without its plus sign, or a refusal. */
export function normalisePhone(text: string): string {
  const phone = text.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(phone)) {
    throw validationFailed('Invalid phone number format (E.164 required)')
  }
  return phone
}
