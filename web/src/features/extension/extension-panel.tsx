import type { ReactNode } from 'react'
import type { ExtensionStatus } from '#api/extension.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Button } from '#ui/button.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { Spinner } from '#ui/spinner.tsx'

type Props = { extension: ExtensionStatus | 'asking' | 'absent' }

/** Whether the extension is there. All answers lie in one cell, so that the page does not move when one comes. */
export function ExtensionPanel({ extension }: Props) {
  const { t } = useTranslation()
  const isThere = typeof extension !== 'string'

  return (
    <div
      role="status"
      className="grid rounded-lg border border-line bg-surface p-5 *:col-start-1 *:row-start-1 sm:p-6"
    >
      <Answer isShown={extension === 'asking'} sign={<Spinner className="size-5" />}>
        <p className="font-medium">{t('welcome.asking')}</p>
        <noscript>
          <p className="text-sm text-ink-soft">{t('welcome.noScript')}</p>
        </noscript>
      </Answer>
      <Answer isShown={isThere} sign={<CheckIcon className="size-5 text-positive" />}>
        <p className="font-medium">
          {t('welcome.present', { version: isThere ? extension.version : '' })}
        </p>
        <p className="text-sm text-ink-soft">{t('welcome.presentText')}</p>
      </Answer>
      <Answer
        isShown={extension === 'absent'}
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

function Answer(props: { isShown: boolean; sign: ReactNode; children: ReactNode }) {
  return (
    <div className={`flex items-start gap-3 ${props.isShown ? '' : 'invisible'}`}>
      <span className="mt-0.5 flex-none">{props.sign}</span>
      <div>{props.children}</div>
    </div>
  )
}
