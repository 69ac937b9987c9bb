import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { WasItHelpful } from '#features/feedback/was-it-helpful.tsx'
import { GuideInline } from '#features/guides/guide-inline.tsx'
import { GuideNav } from '#features/guides/guide-nav.tsx'
import { GuideText } from '#features/guides/guide-text.tsx'
import { type GuideEntry, guides } from '#features/guides/guides.ts'
import { type GuideTexts, loadGuide } from '#features/guides/load-guide.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The screen of one guide, with its texts. */
export async function guideScreen(entry: GuideEntry): Promise<ComponentType> {
  const texts = await loadGuide(entry)

  return () => <GuideScreen entry={entry} texts={texts} />
}

function GuideScreen({ entry, texts }: { entry: GuideEntry; texts: GuideTexts }) {
  const { t, language } = useTranslation()
  const { supportEmail } = usePublicConfig()
  const { title, blocks } = texts[language]

  return (
    <div className="page-edge grid items-start gap-8 py-8 md:py-14 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-16">
      <GuideNav current={entry} />
      <div className="max-w-[44rem] min-w-0">
        <article>
          <p className="text-sm">
            <Link to={paths.docs} className="text-ink-soft underline-offset-4 hover:underline">
              {t('docs.title')}
            </Link>
          </p>
          <h1 className="mt-2 text-title font-semibold">
            <GuideInline text={title} />
          </h1>
          <GuideText blocks={blocks} />
        </article>
        <WasItHelpful key={entry.path} guide={entry.path} />
        <p className="mt-6 text-sm text-ink-soft">
          {t('docs.help')}{' '}
          <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
            {t('docs.contact')}
          </a>
        </p>
        <Neighbours entry={entry} />
      </div>
    </div>
  )
}

function Neighbours({ entry }: { entry: GuideEntry }) {
  const { t } = useTranslation()
  const index = guides.indexOf(entry)
  const previous = guides[index - 1]
  const next = guides[index + 1]

  return (
    <nav
      aria-label={t('docs.neighbours')}
      className="mt-6 grid gap-3 border-t border-line pt-6 sm:grid-cols-2"
    >
      {previous && <Neighbour guide={previous} label={t('docs.previous')} look="" />}
      {next && (
        <Neighbour guide={next} label={t('docs.next')} look="sm:col-start-2 sm:text-right" />
      )}
    </nav>
  )
}

function Neighbour({ guide, label, look }: { guide: GuideEntry; label: string; look: string }) {
  const { t } = useTranslation()

  return (
    <Link
      to={guide.path}
      className={`rounded-md border border-line bg-surface px-5 py-3 transition-colors hover:border-line-strong ${look}`}
    >
      <span className="block text-xs text-ink-soft">{label}</span>
      <span className="block font-medium text-accent">{t(guide.title)}</span>
    </Link>
  )
}
