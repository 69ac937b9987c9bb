/** As identities, app_metadata and the audit log name a provider. */
export const providerName = (id: string) => `sso:${id}`

export const providerIdIn = (name: string): string | null =>
  name.startsWith('sso:') ? name.slice('sso:'.length) : null
