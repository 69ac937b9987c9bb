import { buttonClasses } from '@app/ui/button-classes.ts'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { type Signal, SignalFlag } from '#features/site/signal-flag.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { Section } from './section.tsx'

/** Specification, section 9: the page above may still be smoothly scrolling when the next one is shown. */
const TOP_AFTER_MS = 100

export function Upgrade() {
  const { t } = useTranslation()

  return (
    <Section
      id={anchors.upgrade}
      look="surface"
      title={t('home.upgrade.title')}
      lead={t('home.upgrade.lead')}
    >
      <ProFeatures />
      <Link to={paths.pricing} onClick={goToTop} className={`${buttonClasses('primary')} mt-10`}>
        {t('home.upgrade.action')}
      </Link>
    </Section>
  )
}

function goToTop(): void {
  setTimeout(() => window.scrollTo(0, 0), TOP_AFTER_MS)
}

/** Specification, section 1: the six Pro features, in its words. */
function ProFeatures() {
  const { t } = useTranslation()

  return (
    <ul className="grid gap-x-12 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
      <ProFeature
        signal="E"
        meaning={t('home.upgrade.branch.flag')}
        title={t('home.upgrade.branch.title')}
        text={t('home.upgrade.branch.text')}
      />
      <ProFeature
        signal="M"
        meaning={t('home.upgrade.idle.flag')}
        title={t('home.upgrade.idle.title')}
        text={t('home.upgrade.idle.text')}
      />
      <ProFeature
        signal="K"
        meaning={t('home.upgrade.reminder.flag')}
        title={t('home.upgrade.reminder.title')}
        text={t('home.upgrade.reminder.text')}
      />
      <ProFeature
        signal="V"
        meaning={t('home.upgrade.issues.flag')}
        title={t('home.upgrade.issues.title')}
        text={t('home.upgrade.issues.text')}
      />
      <ProFeature
        signal="X"
        meaning={t('home.upgrade.review.flag')}
        title={t('home.upgrade.review.title')}
        text={t('home.upgrade.review.text')}
      />
      <ProFeature
        signal="C"
        meaning={t('home.upgrade.early.flag')}
        title={t('home.upgrade.early.title')}
        text={t('home.upgrade.early.text')}
      />
    </ul>
  )
}

type ProFeatureProps = { signal: Signal; meaning: string; title: string; text: string }

function ProFeature({ signal, meaning, title, text }: ProFeatureProps) {
  return (
    <li>
      <SignalFlag signal={signal} meaning={meaning} />
      <h3 className="mt-4 text-lg font-semibold">{title}</h3>
      <p className="mt-1 text-ink-soft">{text}</p>
    </li>
  )
}
