import type { ResourceCategory } from '@app/contract/public-content'
import { usePublicContent } from '#config/public-content.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rowText } from '#i18n/row-text.ts'
import { Section } from './section.tsx'

/** Videos, documents and places to meet, as admins have put them together. */
export function Resources() {
  const { t } = useTranslation()
  const { resourceCategories } = usePublicContent()

  if (resourceCategories.length === 0) return null
  return (
    <Section title={t('home.resources.title')} lead={t('home.resources.lead')}>
      <div className="grid gap-6 md:grid-cols-3 md:gap-12">
        {resourceCategories.map((category) => (
          <CategoryColumn key={category.code} category={category} />
        ))}
      </div>
    </Section>
  )
}

function CategoryColumn({ category }: { category: ResourceCategory }) {
  const { language } = useTranslation()

  return (
    <div>
      <h3 className="border-b border-line-strong pb-3 text-lg font-semibold">
        {rowText(category, 'name', language)}
      </h3>
      <ul className="divide-y divide-line">
        {category.resources.map((resource) => (
          <li key={resource.url} className="py-1 md:py-4">
            <a
              href={resource.url}
              className="inline-flex min-h-8 items-center font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {rowText(resource, 'title', language)}
            </a>
            <p className="text-sm text-ink-soft max-md:hidden">
              {rowText(resource, 'description', language)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
