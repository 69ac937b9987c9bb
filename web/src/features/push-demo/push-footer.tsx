import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { DemoStep } from './example-push.ts'

type Props = { step: DemoStep; count: number; onPush: () => void; onReset: () => void }

const ROW = 'flex flex-wrap items-center gap-3 border-t border-line bg-sunken px-5 py-3.5'

/** The message and button before the push; afterwards a link to register or to the extension. */
export function PushFooter({ step, count, onPush, onReset }: Props) {
  const { t } = useTranslation()

  if (step === 'pushed') {
    return (
      <div className={ROW}>
        <div className="flex min-h-12 flex-1 items-center justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="secondary" size="sm" onClick={onReset} className="max-sm:w-full">
            {t('home.demo.again')}
          </Button>
          <OwnProject />
        </div>
      </div>
    )
  }

  return (
    <div className={ROW}>
      <div className="min-h-12 min-w-0 flex-1 basis-56">
        <p className="truncate font-medium">{t('home.demo.commit')}</p>
        <p className="truncate text-xs text-ink-soft">{t('home.demo.note')}</p>
      </div>
      <Button
        size="sm"
        isBusy={step === 'pushing'}
        busyText={t('home.demo.pushing')}
        disabled={count === 0}
        onClick={onPush}
        className="noscript:hidden max-sm:w-full"
      >
        {t('home.demo.push', { count })}
      </Button>
    </div>
  )
}

/** Links to registration; without accounts, to the extension. */
function OwnProject() {
  const { t } = useTranslation()
  const { flags, links } = usePublicConfig()
  const look = `${buttonClasses('primary', 'sm')} max-sm:w-full`

  if (!flags.SHOW_SIGN_IN) {
    return (
      <a href={links.store} className={look}>
        {t('home.demo.own')}
      </a>
    )
  }
  return (
    <Link to={paths.register} className={look}>
      {t('home.demo.own')}
    </Link>
  )
}
