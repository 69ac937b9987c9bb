/** Where our own addresses begin. */
export type Origins = { siteUrl: string; apiUrl: string }

/** A place in the product. Nothing else can be linked to from a mail. */
export type OwnPlace = {
  on: 'site' | 'api'
  path: `/${string}`
  query?: Readonly<Record<string, string>>
}

/** Never another's address, whatever the path holds. */
export function addressOf(
  { siteUrl, apiUrl }: Origins,
  { on, path, query = {} }: OwnPlace,
): string {
  const base = new URL(on === 'site' ? siteUrl : apiUrl)
  const address = new URL(base.href.replace(/\/$/, '') + path)
  if (!path.startsWith('/') || address.origin !== base.origin) {
    throw new Error('A link in a mail leads to our own pages only')
  }

  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
