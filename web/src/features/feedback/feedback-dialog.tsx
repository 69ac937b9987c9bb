import { DraftDialog } from '@app/ui/draft-dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { useFeedback } from './use-feedback.ts'

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

export function FeedbackDialog({ isOpen, onOpenChange }: Props) {
  const { t } = useTranslation()
  const leaving = useLeavingTexts()
  const close = () => onOpenChange(false)
  const form = useFeedback(close)

  return (
    <DraftDialog
      isOpen={isOpen}
      title={t('feedback.title')}
      lead={t('feedback.lead')}
      closeText={t('common.close')}
      isDirty={form.isDirty}
      leaving={leaving}
      onClose={() => {
        form.clear()
        close()
      }}
    >
      {() => <FeedbackForm form={form} />}
    </DraftDialog>
  )
}
