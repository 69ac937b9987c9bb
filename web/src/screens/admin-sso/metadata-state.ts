import type { SsoProviderLine } from '@app/contract/admin-sso'

type Provider = Pick<SsoProviderLine, 'metadataEndsAt' | 'metadataFailure' | 'domains'>

/** Companies need some time to publish another certificate. */
const SOON_MS = 30 * 24 * 60 * 60_000

export function endOfMetadata(
  { metadataEndsAt }: Pick<Provider, 'metadataEndsAt'>,
  now: Date,
): 'ended' | 'soon' | null {
  if (metadataEndsAt === null) return null
  const left = Date.parse(metadataEndsAt) - now.getTime()

  return left <= 0 ? 'ended' : left < SOON_MS ? 'soon' : null
}

/** Nobody can sign in by it, or soon nobody can. */
export const needsAttention = (provider: Provider, now: Date): boolean =>
  provider.metadataFailure !== null ||
  provider.domains.length === 0 ||
  endOfMetadata(provider, now) !== null
