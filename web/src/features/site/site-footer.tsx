import { guidePaths, paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Four columns; inside the application they are folded to a quiet strip. */
export function SiteFooter({ isFolded }: { isFolded: boolean }) {
  const { t } = useTranslation()

  if (isFolded) {
    return (
      <footer className="border-t border-line">
        <div className="relative">
          <div className="page-edge pointer-events-none absolute inset-x-0 top-0 flex min-h-14 items-center text-sm text-ink-soft">
            <Rights />
          </div>
          <details>
            <summary className="page-edge flex min-h-14 cursor-pointer list-none items-center justify-end text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
              <span className="relative underline-offset-4 hover:underline">
                {t('footer.label')}
              </span>
            </summary>
            <Columns />
          </details>
        </div>
      </footer>
    )
  }

  return (
    <footer className="border-t border-line bg-surface">
      <Columns />
      <div className="page-edge">
        <div className="border-t border-line py-4 md:py-6 text-sm text-ink-soft">
          <Rights />
        </div>
      </div>
    </footer>
  )
}

function Rights() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()
  const year = String(new Date().getFullYear())

  // The year may change between rendering and hydration.
  return <p suppressHydrationWarning>{t('footer.rights', { year, siteName })}</p>
}

function Columns() {
  const { t } = useTranslation()
  const { supportEmail, links } = usePublicConfig()

  return (
    <nav
      aria-label={t('footer.label')}
      className="page-edge grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-8 gap-y-5 py-7 md:gap-8 md:py-10 md:grid-cols-4"
    >
      <FooterColumn
        title={t('footer.about')}
        links={[
          { href: links.store, text: t('footer.store') },
          { href: paths.pricing, text: t('footer.pricing') },
          { href: paths.changelog, text: t('footer.changelog') },
          { href: links.repository, text: t('footer.repository') },
        ]}
      />
      <FooterColumn
        title={t('footer.resources')}
        links={[
          { href: links.docs, text: t('footer.docs') },
          { href: guidePaths.gettingStarted, text: t('footer.gettingStarted') },
          { href: guidePaths.troubleshooting, text: t('footer.troubleshooting') },
          { href: paths.status, text: t('footer.status') },
        ]}
      />
      <FooterColumn
        title={t('footer.community')}
        links={[
          { href: `${links.repository}/discussions`, text: t('footer.discussions') },
          { href: links.chat, text: t('footer.chat') },
          { href: links.videoChannel, text: 'YouTube' },
          { href: links.x, text: 'X' },
          { href: links.linkedin, text: 'LinkedIn' },
          { href: links.reddit, text: 'Reddit' },
        ]}
      />
      <FooterColumn
        title={t('footer.legal')}
        links={[
          { href: paths.privacyPolicy, text: t('footer.privacy') },
          { href: paths.termsOfUse, text: t('footer.terms') },
          { href: `mailto:${supportEmail}`, text: t('footer.support') },
        ]}
      />
    </nav>
  )
}

type Props = {
  title: string
  /** Links without a URL are hidden. */
  links: { href: string | null; text: string }[]
}

function FooterColumn({ title, links }: Props) {
  return (
    <div>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-2 text-sm text-ink-soft">
        {links.map(
          ({ href, text }) =>
            href && (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-8 items-center rounded-sm transition-colors hover:text-ink pointer-coarse:min-h-11"
                >
                  {text}
                </a>
              </li>
            ),
        )}
      </ul>
    </div>
  )
}
