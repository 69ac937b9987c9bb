/** Downloads the identity client and starts watching the session. For callers that need the client next. */
export async function openIdentity() {
  const [{ watchSession }, { identityClient }] = await Promise.all([
    import('./watch-session.ts'),
    import('#api/session/identity-client.ts'),
  ])

  await watchSession()
  return identityClient()
}
