import { headScript } from 'virtual:head-script'
import type { Language } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import { createTranslator } from '@app/ui/translator.ts'
import { matchRoutes } from 'react-router'
import { loadMessages, loadNamespaces } from '#i18n/messages.ts'
import { htmlDocument } from './html-document.ts'
import { listedAmong } from './listed-pages.ts'
import { pageOf } from './page.ts'
import { prerenderBody } from './prerender-body.tsx'
import { prerenderedPathsOf } from './prerendered-paths.ts'
import { routes } from './routes.tsx'
import { shellBody } from './shell-body.tsx'
import { NOWHERE, shownAddress as shownBy } from './shown-address.ts'
import { type SiteFile, siteFiles } from './site-files.ts'

export const prerenderedPaths: string[] = prerenderedPathsOf(routes)

export const cspScriptHashes: string[] = [headScript.hash]

/** The address that stands for all that look alike; unknown ones share the not-found page. */
export const shownAddress = (path: string, query: URLSearchParams): string =>
  shownBy(routes, path, query)

const pageFor = (path: string) =>
  pageOf((matchRoutes(routes, path) ?? []).map(({ route }) => route))

/** Any address as a whole document: a pre-rendered page, the shell of one that is not, or the not-found page. */
export async function render(request: {
  /** A path, or what shownAddress makes of an address. */
  address: string
  language: Language
  config: PublicConfig
  content: PublicContent
}): Promise<{ status: 200 | 404; html: string }> {
  const { address, language, config, content } = request
  const [path = ''] = address.split('?')
  const page = pageFor(path)

  if (!page) throw new Error(`no route answers ${path}, not even the one for all others`)
  if (page.isDevelopmentOnly && !config.isDevelopment) {
    return render({ ...request, address: NOWHERE })
  }

  await loadNamespaces(page.namespaces)
  const translator = createTranslator(language, await loadMessages(language))
  const make = page.boot === 'shell' ? shellBody : prerenderBody
  const body = await make({ address, config, content, translator })

  const html = htmlDocument({ page, address, body, config, content, translator })
  return { status: page.status, html }
}

/** robots.txt and its like, for this installation. */
export async function filesOf(config: PublicConfig): Promise<SiteFile[]> {
  await loadNamespaces(['landing', 'docs'])
  const english = createTranslator('en', await loadMessages('en'))

  return siteFiles({ config, english, listed: listedAmong(prerenderedPaths) })
}
