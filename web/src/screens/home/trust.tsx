import { BranchIcon, EyeIcon, LockIcon } from '@app/ui/icons.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

const LINK_LOOK =
  'inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11'

/** Beside the store's button: what the extension may do, where access is kept both ways, and who makes it. */
export function Trust() {
  const { t } = useTranslation()
  const { siteName, links } = usePublicConfig()

  return (
    <>
      <ul className="mt-6 grid gap-2 text-sm text-ink-soft">
        <Fact icon={<EyeIcon className="size-5" />}>{t('home.trust.pages')}</Fact>
        <Fact icon={<LockIcon className="size-5" />}>{t('home.trust.token')}</Fact>
        <Fact icon={<BranchIcon className="size-5" />}>{t('home.trust.app')}</Fact>
      </ul>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        {t('home.trust.maker', { siteName })}
        <a href={links.repository} className={LINK_LOOK}>
          {t('home.trust.source')}
        </a>
        <Link to={paths.changelog} className={LINK_LOOK}>
          {t('home.trust.changes')}
        </Link>
      </p>
    </>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="flex-none text-ink-faint">{icon}</span>
      {children}
    </li>
  )
}
