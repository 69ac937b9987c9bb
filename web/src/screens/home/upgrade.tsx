import type { Plan } from '@app/contract/public-content'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon } from '@app/ui/icons.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicContent } from '#config/public-content.tsx'
import { ReviewFrame } from '#features/product-frames/review-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { anchors } from './anchors.ts'

/** Specification, section 9: the previous page may still scroll smoothly when the next one appears. */
const TOP_AFTER_MS = 100

export function Upgrade() {
  const { t } = useTranslation()

  return (
    <section id={anchors.upgrade} className="border-t border-line bg-surface py-7 md:py-12">
      <div className="page-edge">
        <div className="grid items-center gap-10 lg:grid-cols-[1fr_1.15fr] lg:gap-16">
          <div>
            <h2 className="text-title font-semibold">{t('home.upgrade.title')}</h2>
            <p className="mt-2 max-w-prose text-ink-soft md:mt-4 md:text-lg">
              {t('home.upgrade.lead')}
            </p>
            <ProPrice />
            <Link
              to={paths.pricing}
              onClick={goToTop}
              className={`${buttonClasses('primary')} mt-5 md:mt-6`}
            >
              {t('home.upgrade.action')}
            </Link>
          </div>
          <ReviewFrame className="max-md:hidden" />
        </div>
        <ProFeatures />
      </div>
    </section>
  )
}

function goToTop(): void {
  setTimeout(() => window.scrollTo(0, 0), TOP_AFTER_MS)
}

/** Specification, section 1: the texts of the six Pro features. */
function ProFeatures() {
  const { t } = useTranslation()

  return (
    <ul className="mt-6 grid gap-x-12 gap-y-1.5 md:mt-8 md:grid-cols-2 md:gap-y-6 lg:grid-cols-3">
      <ProFeature title={t('home.upgrade.branch.title')} text={t('home.upgrade.branch.text')} />
      <ProFeature title={t('home.upgrade.idle.title')} text={t('home.upgrade.idle.text')} />
      <ProFeature title={t('home.upgrade.reminder.title')} text={t('home.upgrade.reminder.text')} />
      <ProFeature title={t('home.upgrade.issues.title')} text={t('home.upgrade.issues.text')} />
      <ProFeature title={t('home.upgrade.review.title')} text={t('home.upgrade.review.text')} />
      <ProFeature title={t('home.upgrade.early.title')} text={t('home.upgrade.early.text')} />
    </ul>
  )
}

function ProFeature({ title, text }: { title: string; text: string }) {
  return (
    <li className="flex gap-3">
      <CheckIcon className="mt-1 size-5 flex-none text-ink-faint" />
      <div>
        <h3 className="font-medium md:font-semibold">{title}</h3>
        {/* On a phone the names are enough: the page of prices explains them. */}
        <p className="mt-0.5 text-sm text-ink-soft max-md:hidden">{text}</p>
      </div>
    </li>
  )
}

const PER: Partial<Record<string, MessageKey>> = {
  month: 'home.upgrade.perMonth',
  year: 'home.upgrade.perYear',
}

/** The paid plans for sale, monthly first. */
function ProPrice() {
  const { t } = useTranslation()
  const { plans } = usePublicContent()
  const paid = plans.filter(({ price, interval }) => price > 0 && interval !== null)

  if (paid.length === 0) return null
  return (
    <>
      <ul className="mt-4 flex flex-wrap gap-x-10 gap-y-4 md:mt-6">
        {paid.map((plan) => (
          <Price key={plan.id} plan={plan} />
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">{t('home.upgrade.cancel')}</p>
    </>
  )
}

function Price({ plan }: { plan: Plan }) {
  const { t, number } = useTranslation()
  const per = PER[plan.interval ?? '']
  const digits = Number.isInteger(plan.price) ? 0 : 2

  return (
    <li className="flex items-baseline gap-2">
      <span className="text-title font-semibold tabular">
        {number(plan.price, {
          style: 'currency',
          currency: plan.currency,
          minimumFractionDigits: digits,
        })}
      </span>
      {per && <span className="text-ink-soft">{t(per)}</span>}
    </li>
  )
}
