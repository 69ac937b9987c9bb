import type { Shelf } from '@app/contract/public-content'
import { usePublicContent } from '#config/public-content.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Section } from './section.tsx'

/** Videos, documents and places to meet, as admins have put them together. */
export function Resources() {
  const { t } = useTranslation()
  const { shelves } = usePublicContent()

  if (shelves.length === 0) return null
  return (
    <Section title={t('home.resources.title')} lead={t('home.resources.lead')}>
      <div className="grid gap-10 md:grid-cols-3 md:gap-12">
        {shelves.map((shelf) => (
          <ShelfColumn key={shelf.code} shelf={shelf} />
        ))}
      </div>
    </Section>
  )
}

function ShelfColumn({ shelf }: { shelf: Shelf }) {
  const { language } = useTranslation()

  return (
    <div>
      <h3 className="border-b border-line-strong pb-3 text-lg font-semibold">
        {shelf[`name_${language}`]}
      </h3>
      <ul className="divide-y divide-line">
        {shelf.resources.map((resource) => (
          <li key={resource.url} className="py-4">
            <a
              href={resource.url}
              className="inline-flex min-h-8 items-center font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {resource[`title_${language}`]}
            </a>
            <p className="text-sm text-ink-soft">{resource[`description_${language}`]}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
