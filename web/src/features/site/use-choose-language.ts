import type { Language } from '@app/contract/languages'
import { useSession } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Changes the page immediately, then the language of the member's mails. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { setLanguage } = useTranslation()
  const session = useSession()

  return async (language) => {
    await setLanguage(language)
    if (session.status !== 'member') return
    const { saveLanguage } = await import('#api/account/profile.ts')
    await saveLanguage(session.id, language)
  }
}
