import { isIP } from 'node:net'
import type { EnvironmentReader } from './environment.ts'

export type WebAuthnConfig = {
  /** The host name that browsers store credentials for. */
  rpId: string
  /** Shown by browsers while a credential is created. */
  rpName: string
  /** The origins whose pages may use the credentials. */
  origins: string[]
}

export type WebAuthnSettings = {
  passkeysEnabled: boolean
  /** null: the site has no host name, only an IP address, for which browsers create no credentials. */
  webauthn: WebAuthnConfig | null
  /** The operator has chosen the rp id, so credentials of another one are known to be lost. */
  isRpIdChosen: boolean
}

export function readWebAuthn(
  env: EnvironmentReader,
  site: { siteUrl: string; title: string },
): WebAuthnSettings {
  const webauthn = readRelyingParty(env, site)

  return {
    passkeysEnabled: env.flag('AUTH_PASSKEYS_ENABLED', true) && webauthn !== null,
    webauthn,
    isRpIdChosen: env.get('AUTH_WEBAUTHN_RP_ID') !== undefined,
  }
}

function readRelyingParty(
  env: EnvironmentReader,
  { siteUrl, title }: { siteUrl: string; title: string },
): WebAuthnConfig | null {
  const configured = env.get('AUTH_WEBAUTHN_RP_ID')?.toLowerCase()
  const rpName = env.text('AUTH_WEBAUTHN_RP_NAME', title)
  const listed = env.list('AUTH_WEBAUTHN_ORIGINS')
  const rpId = configured ?? new URL(siteUrl).hostname
  if (configured === undefined && isAddress(rpId)) return null

  if (!HOST_NAME.test(rpId) || isAddress(rpId)) {
    env.problem('AUTH_WEBAUTHN_RP_ID must be a host name such as example.com')
  }
  const origins = listed.length > 0 ? listed : [new URL(siteUrl).origin]
  // Without a list, the rp id may differ from an IP address in SITE_URL: no browser sends the two together.
  if (listed.some((origin) => !isOriginOf(rpId, origin))) {
    env.problem('AUTH_WEBAUTHN_ORIGINS must be origins on AUTH_WEBAUTHN_RP_ID or its sub-domains')
  }
  return { rpId, rpName, origins }
}

/** Browsers use credentials of plain http only on their own machine. */
export function refuseUnsafeWebAuthn(env: EnvironmentReader, { webauthn }: WebAuthnSettings) {
  const isUnsafe = (origin: string) => origin.startsWith('http:') && !LOOPBACK.test(origin)

  if (webauthn?.origins.some(isUnsafe)) {
    env.problem('AUTH_WEBAUTHN_ORIGINS must begin with https:')
  }
}

const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/** URL parsers keep the brackets of IPv6 addresses. */
const isAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

function isOriginOf(rpId: string, origin: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  const { protocol, hostname } = new URL(origin)

  return /^https?:$/.test(protocol) && (hostname === rpId || hostname.endsWith(`.${rpId}`))
}
