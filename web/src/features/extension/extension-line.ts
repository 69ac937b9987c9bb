import { timeAgo } from '@app/ui/time-ago.tsx'
import type { ExtensionStatus } from '#api/extension/extension.ts'
import type { useTranslation } from '#i18n/language-provider.tsx'

type Translation = Pick<ReturnType<typeof useTranslation>, 't' | 'language'>
type Asked = { isPending: boolean; data: ExtensionStatus | null | undefined }

/** What the extension says of itself in one line; older versions leave parts of it out. */
export function extensionLine({ t, language }: Translation, { isPending, data }: Asked): string {
  if (isPending) return t('dashboard.extension.checking')
  if (!data) return t('dashboard.extension.missing')
  const { version, authenticated, lastPush } = data
  if (!version) return t('dashboard.extension.unversioned')

  return [
    t('dashboard.extension.version', { version }),
    authenticated !== undefined &&
      t(authenticated ? 'dashboard.extension.session' : 'dashboard.extension.noSession'),
    lastPush &&
      t('dashboard.extension.pushed', { time: timeAgo(language, new Date(lastPush), new Date()) }),
  ]
    .filter(Boolean)
    .join(', ')
}
