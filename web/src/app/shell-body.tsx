import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import { LoadingNotice } from '@app/ui/loading-notice.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { PageSkeleton } from '#features/site/page-skeleton.tsx'
import { SiteFrame } from '#features/site/site-frame.tsx'
import type { Translator } from '#i18n/messages.ts'
import { Providers } from './providers.tsx'

/** What is seen of a page that only its visitor's browser can make, until it has: the header and the outlines. */
export function shellBody(request: {
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
