/** Whether the session of an access token was opened with its second factor. The server decides; this only chooses when to ask. */
export function hasSecondFactor(accessToken: string): boolean {
  const [, payload = ''] = accessToken.split('.')
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return Object(claims).aal === 'aal2'
  } catch {
    return false
  }
}
