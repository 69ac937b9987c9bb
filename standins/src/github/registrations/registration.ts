import { type Callbacks, hasAnyPort, isRegistered } from '#oauth/callbacks.ts'

export type Access = 'read' | 'write'
export type Permissions = Readonly<Record<string, Access>>

/** A client registered with GitHub. */
export type Registration = {
  clientId: string
  clientSecret: string
  name: string
  /** A GitHub App has permissions, an OAuth App the scopes it requested. */
  kind: 'github-app' | 'oauth-app'
  callbacks: Callbacks
  permissions: Permissions
  /** A GitHub App's id and slug. */
  appId: number
  slug: string
  /** The person who registered it. */
  ownerId: number
  /** Redirect path after an installation, at the product's address; null: no redirect. */
  setupPath: string | null
  redirectsOnUpdate: boolean
  /** Requests authorization during the installation; redirects to the first callback instead. */
  asksDuringInstall: boolean
  /** Webhook path at the product's address, and the subscribed events. */
  webhookPath: string | null
  webhookSecret: string
  events: readonly string[]
  /** An option of GitHub Apps; an OAuth App's tokens never expire. */
  tokensExpire: boolean
}

/** The registration used without real GitHub credentials. */
export const localApp: Registration = {
  clientId: 'gitferry-local',
  clientSecret: 'gitferry-local-secret',
  name: 'Gitferry',
  kind: 'github-app',
  callbacks: ['http://127.0.0.1/auth/v1/callback', 'http://127.0.0.1/auth/github/callback'],
  permissions: {
    administration: 'write',
    checks: 'read',
    contents: 'write',
    emails: 'read',
    issues: 'write',
    metadata: 'read',
    pull_requests: 'write',
    statuses: 'read',
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

/** An OAuth App may use paths below its callback, a GitHub App only the callback itself. */
export function mayCallBack(
  { kind, callbacks }: Registration,
  asked: string,
  ownUrls: readonly string[],
): boolean {
  if (isRegistered(callbacks, asked, ownUrls)) return true
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

/** Errors about a wrong callback go to the registered one; if any port matches, on the requested port. */
export function rightCallback(
  { callbacks }: Registration,
  asked: string,
  ownUrls: readonly string[],
): string | undefined {
  const [first] = callbacks
  if (!hasAnyPort(first)) return first
  if (!URL.canParse(asked)) return undefined
  const guess = new URL(asked).origin + new URL(first).pathname

  return isRegistered(callbacks, guess, ownUrls) ? guess : undefined
}
