import type { ProviderName } from '#outside/sign-in-provider.ts'

export type CustomProviderName = Extract<ProviderName, `custom:${string}`>

/** Everything needed to sign in with a provider that an admin added. */
export type CustomProviderSettings = {
  name: CustomProviderName
  issuer: string
  /** The first id is used for sign-ins. */
  clientIds: readonly [string, ...string[]]
  clientSecret: string
  scopes: readonly string[]
  parameters: Readonly<Record<string, string>>
}

/** No other provider's name begins so. */
export const isCustomProvider = (name: string): name is CustomProviderName =>
  name.startsWith('custom:')
