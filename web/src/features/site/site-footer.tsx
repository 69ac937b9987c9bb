import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

export function SiteFooter() {
  const { t } = useTranslation()
  const { siteName, supportEmail, links } = usePublicConfig()
  const year = String(new Date().getFullYear())

  return (
    <footer className="border-t border-line">
      <div className="page-edge flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-sm text-ink-soft">
        {/* A page rendered in December may be brought to life in January. */}
        <p suppressHydrationWarning>{t('footer.rights', { year, siteName })}</p>
        <nav aria-label={t('footer.label')}>
          <ul className="-mx-2 flex flex-wrap">
            <FooterLink href={links.docs} text={t('footer.docs')} />
            <FooterLink href={links.chat} text={t('footer.community')} />
            <FooterLink href={`mailto:${supportEmail}`} text={t('footer.support')} />
          </ul>
        </nav>
      </div>
    </footer>
  )
}

function FooterLink({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex min-h-11 items-center rounded-sm px-2 transition-colors hover:text-ink"
      >
        {text}
      </a>
    </li>
  )
}
