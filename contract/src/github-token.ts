// Separate from the schemas, so that the first screen does not download zod.

/** Of `get-github-token`. The names are the extension's. */
export type GithubTokenReply = {
  type: 'github_app'
  access_token: string
  installation_id: number
  github_username: string
  /** A time in ISO 8601. */
  expires_at: string
  scopes: string[]
  /** Whether this reply renewed the tokens. */
  renewed: boolean
}

/** The body of a connection's failure: `{error, code}` and these fields. */
export type GithubFailure = {
  error: string
  code: string
  /** The member must reconnect. */
  requires_auth?: boolean
  has_installation?: boolean
  expired_at?: string
  details?: string
  github_username?: string
  /** Where to install the app, if it is missing. */
  install_url?: string | null
  /** The app is installed, and has no access. */
  suspended?: Suspension
}

export type Suspension = {
  /** The login of the account where it is installed. */
  account: string | null
  /** Who suspended it there and can release it; null: GitHub, the whole app. */
  by: string | null
  /** GitHub's page of the installation. */
  url: string | null
}

/** Sent with status 200 to pages that send `installation=optional`, while the app is not installed. */
export type InstallationMissingReply = GithubFailure & { code: 'GITHUB_APP_INSTALLATION_MISSING' }

/** The part that a page reads. */
type PageToken = Pick<GithubTokenReply, 'access_token' | 'expires_at'>

const isText = (value: unknown) => typeof value === 'string'

/** It has a schema's interface. */
export const githubTokenReply = {
  parse(reply: unknown): PageToken | InstallationMissingReply {
    const { access_token, expires_at, code } = Object(reply)
    if (isText(access_token) && isText(expires_at)) return { access_token, expires_at }
    if (code === 'GITHUB_APP_INSTALLATION_MISSING') return Object(reply)

    throw new TypeError('not a reply of get-github-token')
  },
}
