import { headScript } from 'virtual:head-script'
import type { Language } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import { LoadingNotice } from '@app/ui/loading-notice.tsx'
import { createTranslator } from '@app/ui/translator.ts'
import { renderToStaticMarkup } from 'react-dom/server'
// Avoids the build for Node, whose async context would slow every promise of the server.
import { prerender } from 'react-dom/static.edge'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router'
import { PageSkeleton } from '#features/site/page-skeleton.tsx'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { loadMessages, loadNamespaces, type Translator } from '#i18n/messages.ts'
import { htmlDocument } from './html-document.ts'
import { listedAmong } from './listed-pages.ts'
import { pageOf } from './page.ts'
import { prerenderedPathsOf } from './prerendered-paths.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'
import { NOWHERE, shownAddress as shownBy } from './shown-address.ts'
import { type SiteFile, siteFiles } from './site-files.ts'

export const prerenderedPaths: string[] = prerenderedPathsOf(routes)

export const cspScriptHashes: string[] = [headScript.hash]

/** The URL that represents all with the same result; unknown ones share the 404 page. */
export const shownAddress = (path: string, query: URLSearchParams): string =>
  shownBy(routes, path, query)

const pageFor = (path: string) =>
  pageOf((matchRoutes(routes, path) ?? []).map(({ route }) => route))

/** Renders any URL as a whole document: prerendered page, shell, or 404 page. */
export async function render(request: {
  /** A path, or a result of shownAddress. */
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

/** robots.txt and similar files, for this installation. */
export async function filesOf(config: PublicConfig): Promise<SiteFile[]> {
  await loadNamespaces(['landing', 'docs'])
  const english = createTranslator('en', await loadMessages('en'))

  return siteFiles({ config, english, listed: listedAmong(prerenderedPaths) })
}

async function prerenderBody(request: {
  address: string
  config: PublicConfig
  content: PublicContent
  translator: Translator
}): Promise<string> {
  const { address, config, content, translator } = request
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(address, config.siteUrl)))

  if (context instanceof Response) throw new Error(`${address} answers with a redirect, not a page`)

  // Otherwise an error page would be prerendered unnoticed.
  for (const error of Object.values(context.errors ?? {})) throw error

  const { prelude } = await prerender(
    <Providers config={config} content={content} translator={translator}>
      {/* Omits hydration data: it would be an inline script, and no loader needs it. */}
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  )

  return new Response(prelude).text()
}

/** The visible part of a page that only the browser can render: the header and outlines. */
function shellBody(request: {
  address: string
  config: PublicConfig
  content: PublicContent
  translator: Translator
}): string {
  const { address, config, content, translator } = request
  const { t } = translator

  return renderToStaticMarkup(
    <Providers config={config} content={content} translator={translator}>
      <StaticRouter location={address}>
        <SiteFrame>
          <LoadingNotice text={t('common.loading')} />
          <noscript className="page-edge py-10">{t('common.needsScript')}</noscript>
          <PageSkeleton />
        </SiteFrame>
      </StaticRouter>
    </Providers>,
  )
}
