import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon, WarningIcon } from '@app/ui/icons.tsx'
import { Spinner } from '@app/ui/spinner.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

type AnswerName = 'asking' | 'present' | 'absent'

/**
 * The document says which is shown, as it may know before the application is there. All lie in one cell and keep
 * their place, so that nothing below moves when one comes; on a wide screen nothing is below.
 */
const SHOWN: Record<AnswerName, string> = {
  asking: 'in-data-extension:invisible lg:in-data-extension:hidden',
  present:
    'invisible in-data-[extension=present]:visible lg:hidden lg:in-data-[extension=present]:flex',
  absent:
    'invisible in-data-[extension=absent]:visible lg:hidden lg:in-data-[extension=absent]:flex',
}

/** Whether the extension is there. */
export function ExtensionPanel({ version }: { version: string | null }) {
  const { t } = useTranslation()

  return (
    <div
      role="status"
      className="grid rounded-lg border border-line bg-surface p-5 *:col-start-1 *:row-start-1 sm:p-6"
    >
      <Answer name="asking" sign={<Spinner className="size-5" />}>
        <p className="font-medium">{t('welcome.asking')}</p>
        <noscript>
          <p className="text-sm text-ink-soft">{t('welcome.noScript')}</p>
        </noscript>
      </Answer>
      <Answer name="present" sign={<CheckIcon className="size-5 text-positive" />}>
        <p className="font-medium">
          {version ? t('welcome.present', { version }) : t('welcome.presentUnversioned')}
        </p>
        <p className="text-sm text-ink-soft">{t('welcome.presentText')}</p>
      </Answer>
      <Answer name="absent" sign={<WarningIcon className="size-5 text-notice" />}>
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
      <a href={links.store} className={buttonClasses('primary', 'sm')}>
        {t('common.addToChrome')}
      </a>
      {/* A page that was open before the extension came is not seen by it. */}
      <Button variant="secondary" size="sm" onClick={() => location.reload()}>
        {t('welcome.reload')}
      </Button>
      <Link
        to={`${guidePaths.troubleshooting}#no-button`}
        className="inline-flex min-h-10 items-center text-sm font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {t('footer.troubleshooting')}
      </Link>
    </div>
  )
}

function Answer(props: { name: AnswerName; sign: ReactNode; children: ReactNode }) {
  return (
    <div className={`flex items-start gap-3 ${SHOWN[props.name]}`}>
      <span className="mt-0.5 flex-none">{props.sign}</span>
      <div>{props.children}</div>
    </div>
  )
}
