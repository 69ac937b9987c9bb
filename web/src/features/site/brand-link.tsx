import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { BrandMark } from './brand-mark.tsx'

export function BrandLink() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <Link
      to={paths.home}
      aria-label={t('header.home', { siteName })}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-md text-lg font-semibold"
    >
      <BrandMark className="size-7" />
      {siteName}
    </Link>
  )
}
