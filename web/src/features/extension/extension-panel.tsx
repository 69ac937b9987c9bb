import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon, InfoIcon } from '@app/ui/icons.tsx'
import { SendLink } from '@app/ui/send-link.tsx'
import { Spinner } from '@app/ui/spinner.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { guidePaths, paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

type AnswerName = 'asking' | 'present' | 'absent'

/**
 * An attribute of the document selects the shown one, even before the application loads. All share one grid cell, so that nothing below
 * moves when one appears.
 */
const SHOWN: Record<AnswerName, string> = {
  asking: 'in-data-extension:invisible',
  present: 'invisible in-data-[extension=present]:visible',
  absent: 'invisible in-data-[extension=absent]:visible',
}

/** Whether the extension is installed. */
export function ExtensionPanel({ version }: { version: string | null }) {
  const { t } = useTranslation()

  return (
    <div
      role="status"
      className="grid rounded-t-lg border-b border-line bg-sunken p-5 *:col-start-1 *:row-start-1 in-data-[extension=absent]:bg-accent-tint in-data-[extension=present]:bg-positive-tint sm:px-6"
    >
      <Answer name="asking" sign={<Spinner className="size-5" />}>
        <p className="font-medium">{t('welcome.asking')}</p>
        <p className="text-sm text-ink-soft">{t('welcome.askingText')}</p>
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
      <Answer name="absent" sign={<InfoIcon className="size-5 text-accent" />}>
        <div className="max-md:pointer-coarse:hidden">
          <p className="font-medium">{t('welcome.absent')}</p>
          <p className="max-w-prose text-sm text-ink-soft">{t('welcome.absentText')}</p>
          <Install />
        </div>
        <div className="hidden max-md:pointer-coarse:block">
          <OnPhone />
        </div>
      </Answer>
    </div>
  )
}

function Install() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <a href={links.store} className={buttonClasses('primary', 'sm')}>
        {t('common.addToChrome')}
      </a>
      {/* The extension does not see pages that were open before its installation. */}
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

/** Browsers of phones take no extension, so the way on is a computer. */
function OnPhone() {
  const { t } = useTranslation()
  const { siteName, siteUrl } = usePublicConfig()

  return (
    <>
      <p className="font-medium">{t('welcome.onPhone')}</p>
      <p className="max-w-prose text-sm text-ink-soft">{t('welcome.onPhoneText')}</p>
      <SendLink
        url={new URL(paths.welcome, siteUrl).href}
        title={t('welcome.sendSubject', { siteName })}
        className={`mt-3 ${buttonClasses('primary', 'sm')}`}
      >
        {t('welcome.sendPage')}
      </SendLink>
    </>
  )
}

function Answer(props: { name: AnswerName; sign: ReactNode; children: ReactNode }) {
  return (
    <div className={`flex items-start gap-3 self-center ${SHOWN[props.name]}`}>
      <span className="mt-0.5 flex-none">{props.sign}</span>
      <div>{props.children}</div>
    </div>
  )
}
