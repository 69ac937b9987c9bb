import { useSession } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Language } from '#i18n/languages.ts'

/** The page changes at once; a member's mails follow. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { setLanguage } = useTranslation()
  const session = useSession()

  return async (language) => {
    await setLanguage(language)
    if (session.status === 'member') await rememberForMails(session.id, language)
  }
}

/** A choice that could not be stored there still holds for the page, so nobody is told. */
async function rememberForMails(id: string, language: Language): Promise<void> {
  const { dataApi } = await import('#api/data-api.ts')

  await dataApi().from('users').update({ language }).eq('id', id)
}
