import { html } from 'hono/html'
import { type Callbacks, isRegistered } from '#oauth/callbacks.ts'

export type Access = 'read' | 'write'
export type Permissions = Readonly<Record<string, Access>>

/** A GitHub App. */
export type Registration = {
  clientId: string
  clientSecret: string
  name: string
  callbacks: Callbacks
  permissions: Permissions
  appId: number
  slug: string
  /** The person who registered it. */
  ownerId: number
  /** Redirect path after an installation, at the product's address; null: no redirect. */
  setupPath: string | null
  /** Webhook path at the product's address, and the subscribed events. */
  webhookPath: string | null
  webhookSecret: string
  events: readonly string[]
}

/** The registration used without real GitHub credentials. */
export const localApp: Registration = {
  clientId: 'gitferry-local',
  clientSecret: 'gitferry-local-secret',
  name: 'Gitferry',
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
  webhookPath: '/webhooks/github',
  webhookSecret: 'gitferry-local-webhook-secret',
  events: ['push', 'repository'],
}

/** A second app of the same product, with rights and addresses like the first one's. */
export const standbyApp: Registration = {
  ...localApp,
  clientId: 'gitferry-standby',
  clientSecret: 'gitferry-standby-secret',
  name: 'Gitferry Standby',
  appId: 4002,
  slug: 'gitferry-standby',
  webhookSecret: 'gitferry-standby-webhook-secret',
}

/** Permissions as a page lists them. */
export const listOfRights = (permissions: Permissions) =>
  Object.entries(permissions).map(
    ([name, access], i) => html`${i > 0 ? ', ' : ''}<code>${name} (${access})</code>`,
  )

/** Errors about a wrong callback go to the registered one, on the requested port. */
export function rightCallback(
  { callbacks: [first] }: Registration,
  asked: string,
  ownUrls: readonly string[],
): string | undefined {
  if (!URL.canParse(asked)) return undefined
  const guess = new URL(asked).origin + new URL(first).pathname

  return isRegistered([first], guess, ownUrls) ? guess : undefined
}
