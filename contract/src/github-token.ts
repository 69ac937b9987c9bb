// Apart from the schemas: the first screen parses these replies and does not download zod for it.

/** Of `get-github-token`. The names are the extension's. */
export type GithubTokenReply = {
  type: 'github_app'
  access_token: string
  installation_id: number
  github_username: string
  /** ISO. */
  expires_at: string
  scopes: string[]
  /** The tokens were renewed for this reply. */
  renewed: boolean
}

/** How a connection fails, beside the host's own refusals: `{error, code}` and these. */
export type GithubFailure = {
  error: string
  code: string
  /** The member has to connect again. */
  requires_auth?: boolean
  has_installation?: boolean
  expired_at?: string
  details?: string
  github_username?: string
  /** Where the app can be installed, if that is what is missing. */
  install_url?: string | null
}

/** Sent with status 200 to pages, which ask with `installation=optional`, while the app is not installed anywhere. */
export type InstallationMissingReply = GithubFailure & { code: 'GITHUB_APP_INSTALLATION_MISSING' }

/** What a page reads of it. */
type PageToken = Pick<GithubTokenReply, 'access_token' | 'expires_at'>

const isText = (value: unknown) => typeof value === 'string'

/** Has the interface of a schema. */
export const githubTokenReply = {
  parse(reply: unknown): PageToken | InstallationMissingReply {
    const { access_token, expires_at, code } = Object(reply)
    if (isText(access_token) && isText(expires_at)) return { access_token, expires_at }
    if (code === 'GITHUB_APP_INSTALLATION_MISSING') return Object(reply)

    throw new TypeError('not a reply of get-github-token')
  },
}
