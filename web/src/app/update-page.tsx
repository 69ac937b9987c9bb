import { buttonClasses } from '@app/ui/button-classes.ts'
import { PageMessage } from '@app/ui/page-message.tsx'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** A piece of the application is gone from the server: a newer version has been deployed under this page. */
export function UpdatePage() {
  const { t } = useTranslation()

  return (
    <SiteFrame>
      <PageMessage
        title={t('updatePage.title')}
        lead={t('updatePage.lead')}
        actions={
          <button
            type="button"
            className={buttonClasses('primary')}
            onClick={() => window.location.reload()}
          >
            {t('updatePage.refresh')}
          </button>
        }
      />
    </SiteFrame>
  )
}
