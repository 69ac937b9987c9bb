type Allowed = {
  scriptHashes: readonly string[]
  /** The API's origin, which may differ from the site's; avatars come from there too. */
  api: string
  /** Further origins that pages may call. */
  calls: readonly string[]
}

/**
 * The Content-Security-Policy, strict and the same for all pages: after signing in, members' screens open without
 * loading another document.
 */
export function pagePolicy({ scriptHashes, api, calls }: Allowed): string {
  const hashes = scriptHashes.map((hash) => `'${hash}'`)

  return [
    `default-src 'none'`,
    ['script-src', `'self'`, ...hashes].join(' '),
    `style-src 'self'`,
    `img-src 'self' ${api} data:`,
    `font-src 'self'`,
    ['connect-src', `'self'`, api, ...calls].join(' '),
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ')
}
