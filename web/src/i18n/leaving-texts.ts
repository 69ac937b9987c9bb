import { useTranslation } from './language-provider.tsx'

/** What is asked before what was typed is lost. */
export function useLeavingTexts() {
  const { t } = useTranslation()

  return {
    title: t('common.unsaved.title'),
    text: t('common.unsaved.text'),
    stay: t('common.unsaved.stay'),
    leave: t('common.unsaved.leave'),
  }
}
