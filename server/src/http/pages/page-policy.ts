/** What a page may load and do. Strict without exception: every screen works under it. */
export function pagePolicy(scriptHashes: readonly string[]): string {
  const hashes = scriptHashes.map((hash) => `'${hash}'`)

  return [
    `default-src 'none'`,
    ['script-src', `'self'`, ...hashes].join(' '),
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ')
}
