type Claims = { sub?: string; aal?: 'aal1' | 'aal2'; amr?: { method: string }[] }

/** The unverified claims of an access token: only for deciding what to show. The server verifies them. */
export function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )

  return JSON.parse(new TextDecoder().decode(bytes)) as Claims
}
