import { buttonClasses } from '@app/ui/button-classes.ts'
import { CheckIcon } from '@app/ui/icons.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { ReviewFrame } from '#features/product-frames/review-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { ProPrice } from './pro-price.tsx'

/** Specification, section 9: the page above may still be smoothly scrolling when the next one is shown. */
const TOP_AFTER_MS = 100

export function Upgrade() {
  const { t } = useTranslation()

  return (
    <section id={anchors.upgrade} className="border-t border-line bg-surface py-14 md:py-24">
      <div className="page-edge">
        <div className="grid items-center gap-10 lg:grid-cols-[1fr_1.15fr] lg:gap-16">
          <div>
            <h2 className="text-title font-semibold">{t('home.upgrade.title')}</h2>
            <p className="mt-4 max-w-prose text-lg text-ink-soft">{t('home.upgrade.lead')}</p>
            <ProPrice />
            <Link
              to={paths.pricing}
              onClick={goToTop}
              className={`${buttonClasses('primary')} mt-8`}
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

/** Specification, section 1: the six Pro features, in its words. */
function ProFeatures() {
  const { t } = useTranslation()

  return (
    <ul className="mt-10 grid gap-x-12 gap-y-5 md:mt-16 md:grid-cols-2 md:gap-y-10 lg:grid-cols-3">
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
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-0.5 text-ink-soft max-md:text-sm md:mt-1">{text}</p>
      </div>
    </li>
  )
}
