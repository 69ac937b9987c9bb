import type { ResourceCategory } from '@app/contract/public-content'
import { usePublicContent } from '#config/public-content.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rowText } from '#i18n/row-text.ts'

/** Videos, documents and communities, as configured by admins. */
export function Resources() {
  const { t } = useTranslation()
  const { resourceCategories } = usePublicContent()

  if (resourceCategories.length === 0) return null
  return (
    <section className="border-t border-line py-12">
      <div className="page-edge grid gap-8 lg:grid-cols-[1fr_2.2fr] lg:gap-16">
        <div>
          <h2 className="text-title font-semibold">{t('home.resources.title')}</h2>
          <p className="mt-3 text-ink-soft">{t('home.resources.lead')}</p>
        </div>
        <div className="grid gap-6 md:grid-cols-4 md:gap-10">
          {resourceCategories.map((category) => (
            <CategoryColumn key={category.code} category={category} />
          ))}
        </div>
      </div>
    </section>
  )
}

function CategoryColumn({ category }: { category: ResourceCategory }) {
  const { language } = useTranslation()
  const isLong = category.resources.length > 2

  return (
    <div className={isLong ? 'md:col-span-2' : ''}>
      <h3 className="border-b border-line-strong pb-2 font-semibold">
        {rowText(category, 'name', language)}
      </h3>
      <ul className={`mt-1 ${isLong ? 'gap-x-8 md:grid md:grid-cols-2' : ''}`}>
        {category.resources.map((resource) => (
          <li key={resource.url} className="py-1 text-sm">
            <a
              href={resource.url}
              className="inline-flex min-h-8 items-center font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {rowText(resource, 'title', language)}
            </a>
            <p className="text-ink-soft max-md:hidden">
              {rowText(resource, 'description', language)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
