import { useTranslation } from './language-provider.tsx'

/** What is asked before unsaved writing about a project or a task is left. Says words of the namespace `project`. */
export function useLeavingTexts() {
  const { t } = useTranslation()

  return {
    title: t('project.unsaved.title'),
    text: t('project.unsaved.text'),
    stay: t('project.unsaved.stay'),
    leave: t('project.unsaved.leave'),
  }
}
