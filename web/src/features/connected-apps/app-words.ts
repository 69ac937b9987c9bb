import type { OAuthScope } from '@app/contract/oauth'
import type { MessageKey, Translator } from '#i18n/messages.ts'

const SCOPES: Record<OAuthScope, MessageKey> = {
  openid: 'connectedApps.scopes.openid',
  profile: 'connectedApps.scopes.profile',
  email: 'connectedApps.scopes.email',
  phone: 'connectedApps.scopes.phone',
  offline_access: 'connectedApps.scopes.offline',
  'sync:read': 'connectedApps.scopes.syncRead',
  'sync:write': 'connectedApps.scopes.syncWrite',
}

/** What the app may do, in words; a scope that a later server knows is shown as it is. */
export const scopeWords = (t: Translator['t'], scopes: readonly string[]): string[] =>
  scopes.map((scope) => {
    const words = (SCOPES as Partial<Record<string, MessageKey>>)[scope]
    return words ? t(words) : scope
  })

const LONGEST_NAME = 80

/** Its name comes from itself, so it may have none, or one that would push the question out of sight. */
export function appName(t: Translator['t'], { name }: { name?: string | undefined }): string {
  const characters = Array.from(name || t('connectedApps.unnamed'))
  const isLong = characters.length > LONGEST_NAME

  return isLong ? `${characters.slice(0, LONGEST_NAME).join('')}…` : characters.join('')
}

/** The host that receives the answer; a program on this computer has only a scheme. */
export function receiverOf(redirectUri: string): { name: string; isLocal: boolean } {
  const { protocol, host, hostname } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isLocal = !isWeb || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

  return { name: isWeb ? host : protocol, isLocal }
}
