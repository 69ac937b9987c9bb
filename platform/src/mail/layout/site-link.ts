/** Pages of the product that the platform's own mails lead to. */
type PageName = 'signIn' | 'recovery' | 'security' | 'mailSettings'

/** Where our own addresses begin, and where the pages are that the platform knows by name: path and query. */
export type Origins = {
  siteUrl: string
  apiUrl: string
  pages: Readonly<Record<PageName, `/${string}`>>
}

/** A place in the product. Nothing else can be linked to from a mail. */
export type OwnPlace = {
  /** What only the page needs to know: browsers send it to no server, so it stands in no log. */
  fragment?: Readonly<Record<string, string>>
} & (
  | { on: 'page'; name: PageName }
  | { on: 'site' | 'api'; path: `/${string}`; query?: Readonly<Record<string, string>> }
)

/** Never another's address, whatever the path holds. */
export function addressOf(origins: Origins, place: OwnPlace): string {
  const { on, fragment = {} } = place
  const path = on === 'page' ? origins.pages[place.name] : place.path
  const base = new URL(on === 'api' ? origins.apiUrl : origins.siteUrl)
  const address = new URL(base.href.replace(/\/$/, '') + path)
  if (!path.startsWith('/') || address.origin !== base.origin) {
    throw new Error('A link in a mail leads to our own pages only')
  }

  const query = on === 'page' ? {} : (place.query ?? {})
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  address.hash = new URLSearchParams(fragment).toString()
  return address.href
}
