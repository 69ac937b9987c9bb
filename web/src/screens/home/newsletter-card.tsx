import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'

export function NewsletterCard() {
  const { t } = useTranslation()

  return (
    <section id={anchors.newsletter} className="border-t border-line bg-surface py-14 md:py-24">
      <div className="page-edge grid gap-8 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div>
          <h2 className="text-title font-semibold">{t('home.newsletter.title')}</h2>
          <p className="mt-4 text-lg text-ink-soft">{t('home.newsletter.lead')}</p>
        </div>
        <div className="relative overflow-hidden rounded-lg border border-line bg-canvas p-6 md:p-8">
          <NewsletterForm />
        </div>
      </div>
    </section>
  )
}
