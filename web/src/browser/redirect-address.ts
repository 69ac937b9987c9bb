/**
 * Where a mail link or a provider shall lead back to. On the product's own domain, with or without www, always the
 * one address that the identity service allows; elsewhere (a preview, a developer's machine) where we are.
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
