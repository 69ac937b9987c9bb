import type { ReactNode } from 'react'
import { HistoryFrame } from '#features/product-frames/history-frame.tsx'
import { ProjectsFrame } from '#features/product-frames/projects-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'
import { Section } from './section.tsx'

/** Six features, the widest with an illustration of the product. Phones show the texts; the product is in the hero. */
export function Features() {
  const { t } = useTranslation()

  return (
    <Section id={anchors.features} title={t('home.features.title')} lead={t('home.features.lead')}>
      <ul className="grid gap-3 md:gap-4 lg:grid-cols-6">
        <Feature
          size="wide"
          title={t('home.features.push.title')}
          text={t('home.features.push.text')}
        >
          <HistoryFrame />
        </Feature>
        <Feature
          size="narrow"
          title={t('home.features.token.title')}
          text={t('home.features.token.text')}
        >
          <Example
            lines={[
              [t('home.features.token.stored'), 'ghp_••••••••••3f9a'],
              [t('home.features.token.sent'), 'api.github.com'],
            ]}
          />
        </Feature>
        <Feature
          size="narrow"
          title={t('home.features.import.title')}
          text={t('home.features.import.text')}
        >
          <Example
            lines={[
              [t('home.features.import.repository'), 'maralund/tide-planner'],
              [t('home.features.import.opens'), 'bolt.new'],
            ]}
          />
        </Feature>
        <Feature
          size="wide"
          title={t('home.features.projects.title')}
          text={t('home.features.projects.text')}
        >
          <ProjectsFrame />
        </Feature>
        <Feature
          size="wide"
          title={t('home.features.private.title')}
          text={t('home.features.private.text')}
        >
          <PrivateImport />
        </Feature>
        <Feature
          size="narrow"
          title={t('home.features.organisations.title')}
          text={t('home.features.organisations.text')}
        >
          <Owners />
        </Feature>
      </ul>
    </Section>
  )
}

const SIZES = {
  wide: 'lg:col-span-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
  narrow: 'lg:col-span-2',
}

type FeatureProps = { size: keyof typeof SIZES; title: string; text: string; children: ReactNode }

function Feature({ size, title, text, children }: FeatureProps) {
  return (
    <li
      className={`border-line max-md:border-t max-md:pt-3 md:grid md:content-between md:gap-4 md:rounded-lg md:border md:bg-surface md:p-5 ${SIZES[size]}`}
    >
      <div>
        <h3 className="font-semibold md:text-lg">{title}</h3>
        <p className="mt-0.5 text-sm text-ink-soft md:mt-1 md:text-base">{text}</p>
      </div>
      <div className="min-w-0 max-md:hidden">{children}</div>
    </li>
  )
}

/** An illustration in two lines. */
function Example({ lines }: { lines: [name: string, value: string][] }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-canvas px-4 text-xs">
      {lines.map(([name, value]) => (
        <div key={name} className="flex min-h-11 items-center justify-between gap-4">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="truncate font-mono">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The choice of an owner, as in the extension. */
function Owners() {
  return (
    <ul aria-hidden="true" className="grid grid-cols-3 gap-2 text-xs">
      {['maralund', 'northpier', 'open-tides'].map((name, index) => (
        <li
          key={name}
          className={`min-w-0 rounded-md border p-2.5 ${index === 1 ? 'border-accent bg-accent-tint' : 'border-line bg-canvas'}`}
        >
          <span
            className={`mb-2 grid size-6 place-items-center rounded-full text-xs font-semibold ${index === 1 ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-soft'}`}
          >
            {name[0]?.toUpperCase()}
          </span>
          <span className="block truncate font-medium">{name}</span>
        </li>
      ))}
    </ul>
  )
}

/** The minute in which a private repository's copy is public. */
function PrivateImport() {
  const { t } = useTranslation()

  return (
    <div className="lg:rounded-md lg:border lg:border-line lg:bg-canvas lg:p-4">
      <ol className="grid gap-2 text-sm">
        <Moment time="0:00" text={t('home.privateImport.start')} />
        <Moment time="…" text={t('home.privateImport.middle')} />
        <Moment time="1:00" text={t('home.privateImport.end')} />
      </ol>
      <p className="mt-3 border-t border-line pt-3 text-xs text-ink-soft">
        {t('home.privateImport.notice')}
      </p>
    </div>
  )
}

function Moment({ time, text }: { time: string; text: string }) {
  return (
    <li className="flex items-baseline gap-4">
      <span className="w-8 flex-none font-mono text-xs text-ink-faint">{time}</span>
      {text}
    </li>
  )
}
