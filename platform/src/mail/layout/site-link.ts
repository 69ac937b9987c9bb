/** Pages of the product that the platform's own mails link to. */
type PageName = 'signIn' | 'recovery' | 'security' | 'mailSettings'

/** The origins of site and API, with path and query of the pages that the platform links to. */
export type Origins = {
  siteUrl: string
  apiUrl: string
  pages: Readonly<Record<PageName, `/${string}`>>
}

/** A link to the product. Mails contain no other links. */
export type SiteLink = {
  /** Only for the page: browsers do not send it to servers, so no log contains it. */
  fragment?: Readonly<Record<string, string>>
} & (
  | { on: 'page'; name: PageName }
  | { on: 'site' | 'api'; path: `/${string}`; query?: Readonly<Record<string, string>> }
)

/** Never a foreign origin, whatever the path contains. */
export function addressOf(origins: Origins, link: SiteLink): string {
  const { on, fragment = {} } = link
  const path = on === 'page' ? origins.pages[link.name] : link.path
  const base = new URL(on === 'api' ? origins.apiUrl : origins.siteUrl)
  const address = new URL(base.href.replace(/\/$/, '') + path)
  if (!path.startsWith('/') || address.origin !== base.origin) {
    throw new Error('A link in a mail leads to our own pages only')
  }

  const query = on === 'page' ? {} : (link.query ?? {})
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  address.hash = new URLSearchParams(fragment).toString()
  return address.href
}
