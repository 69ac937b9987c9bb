import type { PublicConfig } from '@app/contract/public-config'
import { Accordion } from '@app/ui/accordion.tsx'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { BuilderBar } from '#features/product-frames/builder-bar.tsx'
import { PushDemo } from '#features/push-demo/push-demo.tsx'
import { questionsAndAnswers } from '#features/site/questions-and-answers.ts'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'
import { anchors } from './anchors.ts'
import { Features } from './features.tsx'
import { FixServices } from './fix-services.tsx'
import { Help } from './help.tsx'
import { Resources } from './resources.tsx'
import { ShareBar } from './share-bar.tsx'
import { Steps } from './steps.tsx'
import { StoreActions } from './store-actions.tsx'
import { Trust } from './trust.tsx'
import { Upgrade } from './upgrade.tsx'

/** The landing page, in the order of the specification (section 2). */
export function HomeScreen() {
  const { t } = useTranslation()
  const config = usePublicConfig()

  return (
    <SiteFrame
      sections={{ label: t('home.nav.label'), links: sectionLinks(t, config) }}
      hasSmoothAnchors
    >
      <Hero />
      <Proof />
      <TechStack />
      <ShareBar />
      <Features />
      {config.flags.SHOW_UPGRADE_SECTION && <Upgrade />}
      <Steps />
      <FixServices />
      <Resources />
      <NewsletterCard />
      <Questions />
      <Help />
      <Closing />
    </SiteFrame>
  )
}

/** Specification, section 2: the section navigation; the upgrade section and its anchor depend on one flag. */
function sectionLinks(t: Translator['t'], { flags }: PublicConfig) {
  return [
    { href: `#${anchors.features}`, text: t('home.nav.features') },
    ...(flags.SHOW_UPGRADE_SECTION
      ? [{ href: `#${anchors.upgrade}`, text: t('home.nav.upgrade') }]
      : []),
    { href: `#${anchors.fixServices}`, text: t('home.nav.fixServices') },
    { href: `#${anchors.help}`, text: t('home.nav.help') },
  ]
}

function Hero() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <section className="contour-lines">
      {/* On a phone the picture comes before the facts, so that it is on the first screen. */}
      <div className="page-edge grid items-center gap-7 py-8 md:gap-10 md:py-10 lg:grid-cols-[1.08fr_1fr] lg:gap-16 lg:py-14">
        <div className="max-lg:contents">
          <div>
            <h1 className="text-display font-semibold">{t('home.headline')}</h1>
            <p className="mt-4 max-w-prose text-ink-soft md:mt-5 md:text-lg">
              {t('home.lead', { siteName })}
            </p>
            <div className="mt-6 md:mt-8">
              <StoreActions />
            </div>
          </div>
          <div className="max-lg:order-last">
            <Trust />
          </div>
        </div>
        <PushDemo
          id={anchors.demo}
          surroundings={
            <BuilderBar
              project={t('home.demo.project')}
              button={t('home.demo.button', { siteName })}
            />
          }
        />
      </div>
    </section>
  )
}

// Specification, section 9: figures of the landing page.
const WEEKLY_USERS = 3300
const PROJECTS = 10_000
const RATING = 4.8

/** Says where each figure comes from. The store shows its own. */
const FIGURES = `${paths.docs}#figures`

/** Always grouped, so that adjacent figures look alike in every language. */
const GROUPED = { useGrouping: 'always' } as const

function Proof() {
  const { t, number } = useTranslation()
  const { siteName, links } = usePublicConfig()
  const store = links.store.startsWith('/') ? FIGURES : links.store

  return (
    <section
      aria-label={t('home.proof.label', { siteName })}
      className="border-t border-line bg-surface"
    >
      <dl className="page-edge flex flex-wrap gap-x-3 gap-y-6 py-5 md:py-6 md:grid md:grid-cols-3">
        <Figure
          value={`${number(WEEKLY_USERS, GROUPED)}+`}
          words={t('home.proof.users')}
          source={store}
        />
        <Figure
          value={`${number(PROJECTS, GROUPED)}+`}
          words={t('home.proof.projects')}
          source={FIGURES}
        />
        <Figure value={`${number(RATING)}/5`} words={t('home.proof.rating')} source={store} />
      </dl>
    </section>
  )
}

type FigureProps = { value: string; words: string; source: string }

function Figure({ value, words, source }: FigureProps) {
  return (
    <div className="flex flex-1 basis-16 flex-col-reverse justify-end">
      <dt className="text-sm text-ink-soft">
        <a href={source} className="underline decoration-line-strong underline-offset-4">
          {words}
        </a>
      </dt>
      <dd className="text-title font-semibold tabular">{value}</dd>
    </div>
  )
}

/** Technologies that bolt.new projects use. Only names, because the logos belong to others. */
const STACK = [
  'React',
  'Next.js',
  'Vue',
  'Svelte',
  'Astro',
  'Remix',
  'Vite',
  'TypeScript',
  'Tailwind CSS',
  'Node.js',
  'Supabase',
  'Expo',
]

function TechStack() {
  const { t } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <section className="border-t border-line">
      <div className="page-edge grid gap-2 py-5 md:gap-3 md:py-6 lg:grid-cols-[1fr_2.2fr] lg:items-center lg:gap-16">
        <div>
          <h2 className="font-semibold">{t('home.stack.title')}</h2>
          <p className="text-sm text-ink-soft max-md:hidden">
            {t('home.stack.lead', { siteName })}
          </p>
        </div>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium text-ink-soft">
          {STACK.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function NewsletterCard() {
  const { t } = useTranslation()

  return (
    <section id={anchors.newsletter} className="border-t border-line bg-surface py-7 md:py-12">
      <div className="page-edge grid gap-5 md:gap-8 lg:grid-cols-[1fr_2.2fr] lg:gap-16">
        <div>
          <h2 className="text-title font-semibold">{t('home.newsletter.title')}</h2>
          <p className="mt-2 text-ink-soft max-md:text-sm md:mt-3">{t('home.newsletter.lead')}</p>
        </div>
        <div className="relative overflow-hidden md:rounded-lg md:border md:border-line md:bg-canvas md:p-6">
          <NewsletterForm />
        </div>
      </div>
    </section>
  )
}

function Questions() {
  const { t } = useTranslation()
  const { siteName, supportEmail } = usePublicConfig()
  const entries = questionsAndAnswers(t, siteName).map(({ question, answer }) => ({
    title: question,
    content: <p>{answer}</p>,
  }))

  return (
    <section className="border-t border-line py-7 md:py-12">
      <div className="page-edge grid gap-5 md:gap-8 lg:grid-cols-[1fr_2.2fr] lg:gap-16">
        <div className="lg:sticky lg:top-24 lg:self-start">
          <h2 className="text-title font-semibold">{t('home.questions.title')}</h2>
          <p className="mt-4 text-ink-soft max-md:hidden">
            {t('home.questions.more')}{' '}
            <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
              {t('home.help.support.title')}
            </a>
          </p>
        </div>
        <Accordion name="questions" entries={entries} />
      </div>
    </section>
  )
}

const LINK_LOOK =
  'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4'

/** The call to action, and two ways to stay in touch. */
function Closing() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <section className="contour-lines border-t border-line py-7 md:py-14">
      <div className="page-edge">
        <h2 className="max-w-prose text-title font-semibold">{t('home.closing.title')}</h2>
        <p className="mt-4 max-w-prose text-lg text-ink-soft max-md:hidden">
          {t('home.closing.lead')}
        </p>
        <div className="mt-5 md:mt-8">
          <StoreActions />
        </div>
        <p className="mt-2 flex flex-wrap gap-x-8 text-sm md:mt-6">
          <a href={links.repository} className={LINK_LOOK}>
            {t('home.closing.star')}
          </a>
          <a href={links.videoChannel} className={LINK_LOOK}>
            {t('home.closing.channel')}
          </a>
        </p>
      </div>
    </section>
  )
}
