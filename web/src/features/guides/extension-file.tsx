import { EXTENSION_FILE_PATH } from '@app/contract/public-content'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { usePublicContent } from '#config/public-content.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

const BUILD_COMMAND = 'npm run extension'

/** The built extension, or how it comes to be where nobody has built it for this site. */
export function ExtensionFile() {
  const { t, number } = useTranslation()
  const { extensionFile: file } = usePublicContent()

  if (!file) return <HowToBuild />
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <a href={EXTENSION_FILE_PATH} download className={buttonClasses('primary')}>
        {t('docs.extensionFile.download')}
      </a>
      <span className="text-sm text-ink-soft tabular">
        {t('docs.extensionFile.facts', {
          version: file.version,
          size: number(Math.ceil(file.bytes / 1000)),
        })}
      </span>
    </p>
  )
}

function HowToBuild() {
  const { t } = useTranslation()
  const { supportEmail } = usePublicConfig()

  return (
    <aside className="mt-4 rounded-md border border-notice/40 bg-notice-tint px-5 py-4">
      <p>{t('docs.extensionFile.missing', { address: supportEmail })}</p>
      <pre className="mt-3 font-mono text-sm">
        <code>{BUILD_COMMAND}</code>
      </pre>
    </aside>
  )
}
