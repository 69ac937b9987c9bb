import { buttonClasses } from '@app/ui/button-classes.ts'
import { LockIcon } from '@app/ui/icons.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Shown in place of a Pro feature, for members without Pro. */
export function ProLock({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation()

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 gap-3">
        <LockIcon className="mt-0.5 size-5 flex-none text-ink-soft" />
        <div>
          <p className="font-medium">{name}</p>
          <p className="text-sm text-ink-soft">{text}</p>
        </div>
      </div>
      <Link to={paths.upgrade} className={buttonClasses('primary', 'sm')}>
        {t('settings.preferences.upgrade')}
      </Link>
    </div>
  )
}
