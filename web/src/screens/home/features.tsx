import { type Signal, SignalFlag } from '#features/site/signal-flag.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { PrivatePassage } from './private-passage.tsx'
import { Section } from './section.tsx'

export function Features() {
  const { t } = useTranslation()

  return (
    <Section id={anchors.features} title={t('home.features.title')} lead={t('home.features.lead')}>
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-2 lg:grid-cols-3">
        <Feature
          signal="P"
          meaning={t('home.features.push.flag')}
          title={t('home.features.push.title')}
          text={t('home.features.push.text')}
        />
        <Feature
          signal="S"
          meaning={t('home.features.import.flag')}
          title={t('home.features.import.title')}
          text={t('home.features.import.text')}
        />
        <Feature
          signal="D"
          meaning={t('home.features.private.flag')}
          title={t('home.features.private.title')}
          text={t('home.features.private.text')}
        />
        <Feature
          signal="Q"
          meaning={t('home.features.organisations.flag')}
          title={t('home.features.organisations.title')}
          text={t('home.features.organisations.text')}
        />
        <Feature
          signal="H"
          meaning={t('home.features.projects.flag')}
          title={t('home.features.projects.title')}
          text={t('home.features.projects.text')}
        />
        <Feature
          signal="N"
          meaning={t('home.features.token.flag')}
          title={t('home.features.token.title')}
          text={t('home.features.token.text')}
        />
      </ul>
      <PrivatePassage />
    </Section>
  )
}

type FeatureProps = { signal: Signal; meaning: string; title: string; text: string }

function Feature({ signal, meaning, title, text }: FeatureProps) {
  return (
    <li className="flex flex-col bg-surface p-6 md:p-8">
      <h3 className="text-lg font-semibold">{title}</h3>
      <p className="mt-2 mb-8 text-ink-soft">{text}</p>
      <div className="mt-auto">
        <SignalFlag signal={signal} meaning={meaning} />
      </div>
    </li>
  )
}
