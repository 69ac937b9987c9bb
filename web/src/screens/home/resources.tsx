import { usePublicContent } from '#config/public-content.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rowText } from '#i18n/row-text.ts'
import { LINK_LOOK } from './link-look.ts'

/** The first video, document and community of those that admins configure. Help lists the others, so that each stands once. */
export function Resources() {
  const { t, language } = useTranslation()
  const { resourceCategories } = usePublicContent()

  if (resourceCategories.length === 0) return null
  return (
    <section className="border-t border-line">
      <div className="page-edge grid gap-1 py-5 md:gap-3 md:py-6 lg:grid-cols-[1fr_2.2fr] lg:items-center lg:gap-16">
        <div>
          <h2 className="font-semibold">{t('home.resources.title')}</h2>
          <p className="text-sm text-ink-soft max-md:hidden">{t('home.resources.lead')}</p>
        </div>
        <dl className="flex flex-wrap gap-x-6 text-sm md:gap-x-10">
          {resourceCategories.map((category) => {
            const [first] = category.resources

            return (
              first && (
                <div key={category.code} className="flex items-center gap-2.5">
                  <dt className="text-ink-soft max-md:sr-only">
                    {rowText(category, 'name', language)}
                  </dt>
                  <dd>
                    <a href={first.url} className={LINK_LOOK}>
                      {rowText(first, 'title', language)}
                    </a>
                  </dd>
                </div>
              )
            )
          })}
        </dl>
      </div>
    </section>
  )
}
