import { LoadingNotice } from '@app/ui/loading-notice.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Translator } from '#i18n/messages.ts'

/** What is to be seen of a page that only its visitor's browser can make, until it has. */
export function shellBody({ t }: Translator): string {
  return renderToStaticMarkup(
    <>
      <LoadingNotice text={t('common.loading')} />
      <noscript>{t('common.needsScript')}</noscript>
    </>,
  )
}
