import { buttonClasses } from '@app/ui/button-classes.ts'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  /** For visitors. */
  to: string
  text: string
}

/** The main action of a page that ends here. Members go to their dashboard: the head script notes whether a session is stored. */
export function WayOn({ to, text }: Props) {
  const { t } = useTranslation()

  return (
    <>
      <span className="hidden has-session:contents">
        <Link to={paths.dashboard} className={buttonClasses('primary')}>
          {t('unauthorized.toDashboard')}
        </Link>
      </span>
      <span className="contents has-session:hidden">
        <Link to={to} className={buttonClasses('primary')}>
          {text}
        </Link>
      </span>
    </>
  )
}
