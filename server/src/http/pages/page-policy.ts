type Allowed = {
  scriptHashes: readonly string[]
  /** The API's origin, which may differ from the site's and also serves avatars. */
  api: string
  /** Further origins that serve pictures: browsers check where a redirect leads. */
  pictures: readonly string[]
  /** Further origins that pages may call. */
  calls: readonly string[]
}

/**
 * The strict Content-Security-Policy of all pages: after sign-in, screens open without loading another document.
 */
export function pagePolicy({ scriptHashes, api, pictures, calls }: Allowed): string {
  const hashes = scriptHashes.map((hash) => `'${hash}'`)

  return [
    `default-src 'none'`,
    ['script-src', `'self'`, ...hashes].join(' '),
    `style-src 'self'`,
    ['img-src', `'self'`, api, ...pictures, 'data:'].join(' '),
    `media-src 'self'`,
    `font-src 'self'`,
    // Older browsers do not count sockets to their own origin among `'self'`.
    ['connect-src', `'self'`, api, api.replace(/^http/, 'ws'), ...calls].join(' '),
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ')
}
