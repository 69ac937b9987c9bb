import { useTranslation } from './language-provider.tsx'

/** The question before unsaved input is discarded. */
export function useLeavingTexts() {
  const { t } = useTranslation()

  return {
    title: t('common.unsaved.title'),
    text: t('common.unsaved.text'),
    stay: t('common.unsaved.stay'),
    leave: t('common.unsaved.leave'),
  }
}
