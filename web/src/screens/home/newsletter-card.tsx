import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'

export function NewsletterCard() {
  const { t } = useTranslation()

  return (
    <section id={anchors.newsletter} className="border-t border-line bg-surface py-16 md:py-24">
      <div className="page-edge grid gap-10 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <div>
          <h2 className="text-title font-semibold">{t('home.newsletter.title')}</h2>
          <p className="mt-4 text-lg text-ink-soft">{t('home.newsletter.lead')}</p>
          <PaperBoat />
        </div>
        <div className="relative overflow-hidden rounded-lg border border-line bg-canvas p-6 md:p-8">
          <NewsletterForm />
        </div>
      </div>
    </section>
  )
}

/** A letter, folded. */
function PaperBoat() {
  return (
    <svg
      viewBox="0 0 240 150"
      className="mt-10 w-60 text-ink-faint max-lg:hidden"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path
        className="fill-canvas"
        d="M46 78h148l-26 38H72zM120 22l46 56H74zM46 78l28-14 10 14M194 78l-28-14-10 14M120 22v56"
      />
      <path
        className="stroke-line-strong"
        d="M8 118q14-10 28 0t28 0 28 0 28 0 28 0 28 0 28 0 28 0M36 134q14-10 28 0t28 0 28 0 28 0 28 0"
      />
    </svg>
  )
}
