import type { Language } from '@app/contract/languages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { guides } from './guides.ts'
import { loadGuide } from './load-guide.ts'
import { type GuidePart, partsOf, searchGuides } from './search-guides.ts'

/** Searches the texts of all guides, which are downloaded with the first search. */
export function GuideSearch() {
  const { t, language } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Found | null>(null)

  async function look() {
    const search = input.current?.value.trim() ?? ''
    const parts = search === '' ? [] : await findIn(language, search)

    // What was typed meanwhile has its own search.
    if (input.current?.value.trim() === search) setFound({ search, parts })
  }

  // Words typed before hydration.
  const lookAtOnce = useEffectEvent(() => void look())
  useEffect(() => lookAtOnce(), [])

  return (
    <search className="mt-6 block max-w-prose noscript:hidden">
      <input
        ref={input}
        type="search"
        aria-label={t('docs.search.label')}
        placeholder={t('docs.search.label')}
        autoComplete="off"
        onChange={() => void look()}
        className="h-12 w-full rounded-md border border-line-control bg-surface px-3.5 placeholder:text-ink-faint"
      />
      <div role="status">{found && found.search !== '' && <Results {...found} />}</div>
    </search>
  )
}

/** Null if the texts could not be downloaded. */
async function findIn(language: Language, search: string): Promise<GuidePart[] | null> {
  try {
    const texts = guides.map(async (entry) =>
      partsOf(entry.path, (await loadGuide(entry))[language]),
    )

    return searchGuides((await Promise.all(texts)).flat(), search)
  } catch {
    return null
  }
}

type Found = { search: string; parts: GuidePart[] | null }

function Results({ search, parts }: Found) {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()

  if (!parts) {
    return (
      <p className="mt-3 text-danger">{`${t('common.partFailed')}. ${t('common.checkConnection')}`}</p>
    )
  }
  if (parts.length === 0) {
    return (
      <p className="mt-3 text-ink-soft">
        {t('docs.search.none', { search })}{' '}
        <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
          {t('docs.contact')}
        </a>
      </p>
    )
  }
  return (
    <ul className="mt-3 divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
      {parts.map((part) => (
        <li key={part.address}>
          <Link
            to={part.address}
            className="block px-4 py-3 -outline-offset-2 transition-colors hover:bg-sunken"
          >
            <Result part={part} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Result({ part }: { part: GuidePart }) {
  const { siteName } = usePublicConfig()
  const fill = (text: string) => text.replaceAll('{siteName}', siteName)

  return (
    <>
      <span className="block text-xs text-ink-soft">{fill(part.guide)}</span>
      <span className="block font-medium text-accent">{fill(part.heading ?? part.guide)}</span>
      <span className="block truncate text-sm text-ink-soft">{fill(part.text)}</span>
    </>
  )
}
