import { useHasUnsaved } from '@app/ui/unsaved-marks.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** One question for all cards of a tab, whichever of them has something to lose. */
export function LeaveWarning() {
  const { t } = useTranslation()
  const texts = {
    title: t('settings.leave.title'),
    text: t('settings.leave.text'),
    stay: t('settings.leave.stay'),
    leave: t('settings.leave.go'),
  }

  return <UnsavedChanges isDirty={useHasUnsaved()} texts={texts} />
}
