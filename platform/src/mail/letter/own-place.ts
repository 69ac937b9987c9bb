/** Where our own addresses begin. */
export type Origins = { siteUrl: string; apiUrl: string }

/** A place in the product. Nothing else can be linked to from a mail. */
export type OwnPlace = {
  on: 'site' | 'api'
  path: `/${string}`
  query?: Readonly<Record<string, string>>
  /** What only the page needs to know: browsers send it to no server, so it stands in no log. */
  fragment?: Readonly<Record<string, string>>
}

/** Never another's address, whatever the path holds. */
export function addressOf(
  { siteUrl, apiUrl }: Origins,
  { on, path, query = {}, fragment = {} }: OwnPlace,
): string {
  const base = new URL(on === 'site' ? siteUrl : apiUrl)
  const address = new URL(base.href.replace(/\/$/, '') + path)
  if (!path.startsWith('/') || address.origin !== base.origin) {
    throw new Error('A link in a mail leads to our own pages only')
  }

  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  address.hash = new URLSearchParams(fragment).toString()
  return address.href
}
