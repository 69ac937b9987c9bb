type Allowed = {
  scriptHashes: readonly string[]
  /** Our own APIs, which may have an origin of their own; members' pictures come from there too. */
  api: string
  /** Whom pages may call besides us. */
  calls: readonly string[]
}

/**
 * What a page may load and do. Strict without exception: every screen works under it. The same for all pages, because
 * whoever signs in goes on to the members' screens without loading another document.
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
