import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
// Not the build for Node, whose async context would slow down every promise of the server from the first page on.
import { prerender } from 'react-dom/static.edge'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { Translator } from '#i18n/messages.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'

export async function prerenderBody(request: {
  address: string
  config: PublicConfig
  content: PublicContent
  translator: Translator
}): Promise<string> {
  const { address, config, content, translator } = request
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(address, config.siteUrl)))

  if (context instanceof Response) throw new Error(`${address} answers with a redirect, not a page`)

  // An error page would be a page too, and nobody would notice.
  for (const error of Object.values(context.errors ?? {})) throw error

  const { prelude } = await prerender(
    <Providers config={config} content={content} translator={translator}>
      {/* No hydration data: it would come as an inline script, and there are no loaders to need it. */}
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  )

  return new Response(prelude).text()
}
