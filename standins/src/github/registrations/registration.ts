import type { Callbacks } from '#oauth/callbacks.ts'
import { hasAnyPort, isRegistered } from '#oauth/callbacks.ts'

export type Access = 'read' | 'write'
export type Permissions = Readonly<Record<string, Access>>

/** A program that its makers told GitHub about. */
export type Registration = {
  clientId: string
  clientSecret: string
  name: string
  /** A GitHub App may do what its permissions say, an OAuth App what the scopes say that it asked for. */
  kind: 'github-app' | 'oauth-app'
  callbacks: Callbacks
  permissions: Permissions
  /** A GitHub App's number and the name in its address. */
  appId: number
  slug: string
  /** Who made it. */
  ownerId: number
  /** Where people go after an installation, on the product's own address; null: they stay on GitHub's page. */
  setupPath: string | null
  redirectsOnUpdate: boolean
  /** Authorizes in the same go; people then land on the first callback, and there is no setup address. */
  asksDuringInstall: boolean
  /** Where it wants to be told what happens, on the product's own address, and what it wants to hear of. */
  webhookPath: string | null
  webhookSecret: string
  events: readonly string[]
  /** A choice of the GitHub App's makers; an OAuth App's tokens live until somebody revokes them. */
  tokensExpire: boolean
}

/** What the product uses as long as nobody registered it with the real GitHub. */
export const localApp: Registration = {
  clientId: 'gitferry-local',
  clientSecret: 'gitferry-local-secret',
  name: 'Gitferry',
  kind: 'github-app',
  callbacks: ['http://127.0.0.1/auth/v1/callback', 'http://127.0.0.1/auth/github/callback'],
  permissions: {
    administration: 'write',
    contents: 'write',
    emails: 'read',
    issues: 'write',
    metadata: 'read',
    workflows: 'write',
  },
  appId: 4001,
  slug: 'gitferry-local',
  ownerId: 1003,
  setupPath: '/auth/github/setup',
  redirectsOnUpdate: true,
  asksDuringInstall: false,
  webhookPath: '/webhooks/github',
  webhookSecret: 'gitferry-local-webhook-secret',
  events: ['push', 'repository'],
  tokensExpire: true,
}

/** An OAuth App may also be called back below the address it registered, a GitHub App only there. */
export function mayCallBack(
  { kind, callbacks }: Registration,
  asked: string,
  homes: readonly string[],
): boolean {
  if (isRegistered(callbacks, asked, homes)) return true
  if (kind === 'github-app' || !URL.canParse(asked)) return false
  const { origin, pathname, username, hash } = new URL(asked)

  return (
    username === '' &&
    hash === '' &&
    callbacks.some((one) => {
      const registered = new URL(one)
      return registered.origin === origin && pathname.startsWith(`${registered.pathname}/`)
    })
  )
}

/** Who was sent with a wrong callback is sent to the right one; where any port is right, to the port he came from. */
export function rightCallback(
  { callbacks }: Registration,
  asked: string,
  homes: readonly string[],
): string | undefined {
  const [first] = callbacks
  if (!hasAnyPort(first)) return first
  if (!URL.canParse(asked)) return undefined
  const guess = new URL(asked).origin + new URL(first).pathname

  return isRegistered(callbacks, guess, homes) ? guess : undefined
}
