import { changelog } from 'virtual:changelog'
import { usePublicConfig } from '#config/public-config.tsx'
import { GuideText } from '#features/guides/guide-text.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What changed, by release: the repository's own list, in the language it is written in. */
export function ChangelogScreen() {
  const { t, language } = useTranslation()
  const { siteName } = usePublicConfig()

  return (
    <article className="page-edge w-full py-12 md:py-16">
      <h1 className="text-title font-semibold">{t('docs.changelog.title')}</h1>
      <p className="mt-4 max-w-prose text-lg text-ink-soft">
        {t('docs.changelog.lead', { siteName })}
        {language !== 'en' && ` ${t('docs.changelog.inEnglish')}`}
      </p>
      <div lang="en" className="max-w-[44rem]">
        <GuideText blocks={changelog.blocks.slice(1)} />
      </div>
    </article>
  )
}
