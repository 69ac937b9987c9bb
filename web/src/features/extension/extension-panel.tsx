import type { ReactNode } from 'react'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Button } from '#ui/button.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { Spinner } from '#ui/spinner.tsx'

/**
 * Whether the extension is there. All answers lie in one cell, so that the page does not move when one comes, and
 * the document says which is shown: it may know before the application is there.
 */
export function ExtensionPanel({ version = '' }: { version: string | undefined }) {
  const { t } = useTranslation()

  return (
    <div
      role="status"
      className="grid rounded-lg border border-line bg-surface p-5 *:col-start-1 *:row-start-1 sm:p-6"
    >
      <Answer shown="in-data-extension:invisible" sign={<Spinner className="size-5" />}>
        <p className="font-medium">{t('welcome.asking')}</p>
        <noscript>
          <p className="text-sm text-ink-soft">{t('welcome.noScript')}</p>
        </noscript>
      </Answer>
      <Answer
        shown="invisible in-data-[extension=present]:visible"
        sign={<CheckIcon className="size-5 text-positive" />}
      >
        <p className="font-medium">{t('welcome.present', { version })}</p>
        <p className="text-sm text-ink-soft">{t('welcome.presentText')}</p>
      </Answer>
      <Answer
        shown="invisible in-data-[extension=absent]:visible"
        sign={<WarningIcon className="size-5 text-notice" />}
      >
        <p className="font-medium">{t('welcome.absent')}</p>
        <p className="max-w-prose text-sm text-ink-soft">{t('welcome.absentText')}</p>
        <Install />
      </Answer>
    </div>
  )
}

function Install() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <a href={links.store} className={buttonLook('primary', 'sm')}>
        {t('common.addToChrome')}
      </a>
      {/* A page that was open before the extension came is not seen by it. */}
      <Button look="secondary" size="sm" onClick={() => location.reload()}>
        {t('welcome.reload')}
      </Button>
    </div>
  )
}

function Answer(props: { shown: string; sign: ReactNode; children: ReactNode }) {
  return (
    <div className={`flex items-start gap-3 ${props.shown}`}>
      <span className="mt-0.5 flex-none">{props.sign}</span>
      <div>{props.children}</div>
    </div>
  )
}
