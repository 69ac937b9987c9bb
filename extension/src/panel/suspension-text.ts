import { config } from '#config/config.ts'
import type { useWords } from './use-words.ts'
import type { Suspension } from './way-in.ts'

type Translate = ReturnType<typeof useWords>['t']

/** Who can give the app its access back, and what works meanwhile. */
export function suspensionText(t: Translate, { account, by }: Suspension): string {
  const { siteName } = config
  const text = by
    ? t('extension.suspended.byPerson', { by, account: account ?? by, siteName })
    : t('extension.suspended.byGithub', { siteName })

  return `${text} ${t('extension.suspended.meanwhile')}`
}
