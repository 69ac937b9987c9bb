import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

export type Section = {
  /** Identical in every language, so that links stay valid. */
  id: string
  title: MessageKey
  paragraphs: MessageKey[]
  points?: MessageKey[]
}

type Props = { title: MessageKey; lead: MessageKey; sections: Section[] }

/** Specification, section 1. The terms have the same effective date. */
const EFFECTIVE = new Date(Date.UTC(2025, 5, 23))

/** A long reference text: contents beside it, readable line length. */
export function LegalPage({ title, lead, sections }: Props) {
  const { t, date } = useTranslation()
  const day = date(EFFECTIVE, { dateStyle: 'long', timeZone: 'UTC' })

  return (
    <article className="page-edge py-12 md:py-16">
      <h1 className="text-title font-semibold">{t(title)}</h1>
      <p className="mt-2 text-sm text-ink-soft">{t('legal.effective', { date: day })}</p>
      <p className="mt-5 max-w-prose text-lg text-ink-soft">{t(lead)}</p>
      <div className="mt-10 grid items-start gap-10 lg:grid-cols-[15rem_1fr] lg:gap-16">
        <Contents sections={sections} />
        <div className="grid max-w-(--container-prose) gap-10">
          {sections.map((section) => (
            <SectionText key={section.id} section={section} />
          ))}
        </div>
      </div>
    </article>
  )
}

function Contents({ sections }: { sections: Section[] }) {
  const { t } = useTranslation()

  return (
    <nav
      aria-labelledby="contents"
      className="rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-24 lg:border-none lg:bg-transparent lg:p-0"
    >
      <h2 id="contents" className="text-sm font-semibold">
        {t('legal.contents')}
      </h2>
      <ul className="mt-2 text-sm text-ink-soft">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-8 items-center rounded-sm py-1 transition-colors hover:text-ink pointer-coarse:min-h-11"
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionText({ section }: { section: Section }) {
  const { t } = useTranslation()
  const { siteName, supportEmail } = usePublicConfig()
  const { id, title, paragraphs, points = [] } = section
  const say = (key: MessageKey) => t(key, { siteName, email: supportEmail })

  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-semibold">
        {t(title)}
      </h2>
      {paragraphs.map((key) => (
        <p key={key}>{say(key)}</p>
      ))}
      {points.length > 0 && (
        <ul className="grid list-disc gap-2 pl-5 marker:text-ink-faint">
          {points.map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
