import { guidePaths, paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { FooterColumn } from './footer-column.tsx'

export function SiteFooter() {
  const { t } = useTranslation()
  const { siteName, supportEmail, links } = usePublicConfig()
  const year = String(new Date().getFullYear())

  return (
    <footer className="border-t border-line bg-surface">
      <nav
        aria-label={t('footer.label')}
        className="page-edge grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-8 py-12 md:grid-cols-4"
      >
        <FooterColumn
          title={t('footer.about')}
          links={[
            { href: links.store, text: t('footer.store') },
            { href: paths.pricing, text: t('footer.pricing') },
            { href: links.repository, text: t('footer.repository') },
          ]}
        />
        <FooterColumn
          title={t('footer.resources')}
          links={[
            { href: links.docs, text: t('footer.docs') },
            { href: guidePaths.gettingStarted, text: t('footer.gettingStarted') },
            { href: guidePaths.troubleshooting, text: t('footer.troubleshooting') },
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
      <div className="page-edge">
        {/* A page rendered in December may be hydrated in January. */}
        <p suppressHydrationWarning className="border-t border-line py-6 text-sm text-ink-soft">
          {t('footer.rights', { year, siteName })}
        </p>
      </div>
    </footer>
  )
}
