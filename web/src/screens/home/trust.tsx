import { BranchIcon, EyeIcon, LockIcon } from '@app/ui/icons.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LINK_LOOK } from './link-look.ts'
import { makerOf } from './maker-of.ts'

/** Beside the store's button: what the extension may do, where access is kept both ways, and who makes it. */
export function Trust() {
  const { t } = useTranslation()
  const { siteName, links } = usePublicConfig()
  const maker = makerOf(links.repository)

  return (
    <>
      <ul className="grid gap-1.5 md:mt-6 md:gap-2 text-sm text-ink-soft">
        <Fact icon={<EyeIcon className="size-5" />}>{t('home.trust.pages')}</Fact>
        <Fact icon={<LockIcon className="size-5" />}>{t('home.trust.token')}</Fact>
        <Fact icon={<BranchIcon className="size-5" />}>{t('home.trust.app')}</Fact>
      </ul>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm md:gap-x-4 text-ink-soft">
        {maker ? (
          <span>
            {t('home.trust.by')}{' '}
            <a href={maker.url} className={LINK_LOOK}>
              {maker.name}
            </a>
          </span>
        ) : (
          t('home.trust.maker', { siteName })
        )}
        <a href={links.repository} className={LINK_LOOK}>
          {t('home.trust.source')}
        </a>
        <Link to={paths.changelog} className={`${LINK_LOOK} max-md:hidden`}>
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
