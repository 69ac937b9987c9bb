import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

// Specification, section 9: landing claims.
const WEEKLY_USERS = 3300
const PROJECTS = 10_000
const RATING = 4.8

/** Grouped even where a language leaves four digits alone: the figures stand side by side and should look alike. */
const GROUPED = { useGrouping: 'always' } as const

export function Proof() {
  const { t, number } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <section
      aria-label={t('home.proof.label', { siteName })}
      className="border-t border-line bg-surface"
    >
      <dl className="page-edge flex flex-wrap gap-x-3 gap-y-6 py-7 md:grid md:grid-cols-3 md:py-12">
        <Figure value={`${number(WEEKLY_USERS, GROUPED)}+`} words={t('home.proof.users')} />
        <Figure value={`${number(PROJECTS, GROUPED)}+`} words={t('home.proof.projects')} />
        <Figure value={`${number(RATING)}/5`} words={t('home.proof.rating')} />
      </dl>
    </section>
  )
}

function Figure({ value, words }: { value: string; words: string }) {
  return (
    <div className="flex flex-1 basis-16 flex-col-reverse justify-end">
      <dt className="text-sm text-ink-soft">{words}</dt>
      <dd className="text-title font-semibold tabular">{value}</dd>
    </div>
  )
}
