/** The identity client, for those who are about to use it: it is downloaded now, and from now on the session is watched. */
export async function openIdentity() {
  const [{ watchSession }, { auth }] = await Promise.all([
    import('./watch-session.ts'),
    import('./identity-client.ts'),
  ])

  await watchSession()
  return auth
}
