import { userMessage } from '#api/errors/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Texts of a settings switch while and after saving. */
export function useSwitchTexts() {
  const { t } = useTranslation()

  return {
    savingText: t('settings.saving'),
    savedText: t('settings.saved'),
    explain: (error: unknown) => ({
      title: t('settings.saveFailed'),
      text: userMessage(t, error, 'errors.tryAgain'),
    }),
  }
}
