import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
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

/** Whether the extension is installed, below the step that installs it. */
export function ExtensionAnswer({ version }: { version: string | null }) {
  const { t } = useTranslation()

  return (
    <div role="status" className="mt-3 grid text-sm *:col-start-1 *:row-start-1">
      <Answer name="asking">
        <p className="flex items-center gap-2.5 text-ink-soft">
          <Spinner className="size-4" />
          {t('welcome.asking')}
        </p>
        <noscript>
          <p className="text-ink-soft">{t('welcome.noScript')}</p>
        </noscript>
      </Answer>
      <Answer name="present">
        <p className="font-medium text-positive">
          {version ? t('welcome.present', { version }) : t('welcome.presentUnversioned')}
        </p>
      </Answer>
      <Answer name="absent">
        <div className="max-md:pointer-coarse:hidden">
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
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <a href={links.store} className={buttonClasses('primary', 'sm')}>
        {t('common.addToChrome')}
      </a>
      {/* The extension does not see pages that were open before its installation. */}
      <Button variant="secondary" size="sm" onClick={() => location.reload()}>
        {t('welcome.reload')}
      </Button>
      <Link
        to={`${guidePaths.troubleshooting}#no-button`}
        className="inline-flex min-h-10 items-center font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11"
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
      <p className="text-ink-soft">{t('welcome.onPhone')}</p>
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

const Answer = (props: { name: AnswerName; children: ReactNode }) => (
  <div className={SHOWN[props.name]}>{props.children}</div>
)
