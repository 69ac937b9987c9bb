/** Specification, section 2: the first letter of the display name, else of the e-mail, else a question mark. */
export function avatarLetter(displayName: string | null | undefined, email: string): string {
  const [letter = '?'] = displayName?.trim() || email.trim()

  return letter.toUpperCase()
}
