/**
 * The redirect target for mail links and providers. On the product's domain, with or without www, always the allowed URL; elsewhere the
 * current origin.
 */
export function redirectAddress(
  path: string,
  page: { origin: string; hostname: string },
  siteUrl: string,
): string {
  const own = new URL(siteUrl).hostname.replace(/^www\./, '')
  const isOwn = page.hostname.replace(/^www\./, '') === own

  return new URL(path, isOwn ? siteUrl : page.origin).href
}
