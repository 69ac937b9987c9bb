import type { ReactNode } from 'react'
import { BrandLink } from '#features/site/brand-link.tsx'
import { LanguageSwitch } from '#features/site/language-switch.tsx'
import { ThemeToggle } from '#features/site/theme-toggle.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  title: string
  /** On narrow screens, where the aside is below the card. */
  lead?: string
  /** The resend page has its title on the card, the others the logo and the title above it (specification, section 2). */
  isTitleOnCard?: boolean
  /** Beside the card on a wide screen, below it on a narrow one. */
  aside?: ReactNode
  /** Links to related pages. */
  links: ReactNode
  children: ReactNode
}

/** The bare layout of the sign-in pages. Aligned to the top, so that later content extends downwards and moves nothing. */
export function AuthFrame(props: Props) {
  const { title, lead, isTitleOnCard = false, aside, links, children } = props
  const { t } = useTranslation()
  const heading = <h1 className="text-title font-semibold">{title}</h1>

  return (
    <main className="contour-lines flex min-h-dvh flex-col items-center px-4 pt-[clamp(2.5rem,10svh,7rem)] pb-6">
      <div
        className={`grid w-full max-w-form gap-8 ${aside ? 'lg:max-w-page lg:grid-cols-[minmax(0,26rem)_minmax(0,22rem)] lg:justify-center lg:gap-x-12' : ''}`}
      >
        {!isTitleOnCard && (
          <div className="col-span-full grid justify-items-center gap-5 text-center">
            <BrandLink />
            {heading}
            {lead && <p className="-mt-2 text-ink-soft lg:hidden">{lead}</p>}
          </div>
        )}
        <div className="grid content-start gap-8">
          <div className="rounded-lg border border-line bg-surface p-6 shadow-float sm:p-8">
            {isTitleOnCard && <div className="mb-6">{heading}</div>}
            <noscript>
              <p className="mb-6 text-sm text-ink-soft">{t('common.needsScript')}</p>
            </noscript>
            {children}
          </div>
          <div className="text-center text-sm text-ink-soft">{links}</div>
        </div>
        {aside}
      </div>
      <div className="mt-auto flex items-center pt-8">
        <LanguageSwitch />
        <ThemeToggle />
      </div>
    </main>
  )
}
