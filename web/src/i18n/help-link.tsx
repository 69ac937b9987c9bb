import { Link } from 'react-router'
import { guidePaths } from '#config/paths.ts'
import { useTranslation } from './language-provider.tsx'

/** Links a failure to its section in the troubleshooting guide. */
export function HelpLink({ place }: { place: string }) {
  const { t } = useTranslation()

  return (
    <Link
      to={`${guidePaths.troubleshooting}#${place}`}
      className="inline-flex items-center text-sm text-accent underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {t('common.howToFix')}
    </Link>
  )
}
