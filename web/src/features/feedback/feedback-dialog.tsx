import { Dialog } from '@app/ui/dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { useFeedback } from './use-feedback.ts'

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

export function FeedbackDialog({ isOpen, onOpenChange }: Props) {
  const { t } = useTranslation()
  const form = useFeedback(() => onOpenChange(false))

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('feedback.title')}
      lead={t('feedback.lead')}
      closeText={t('common.close')}
    >
      <FeedbackForm form={form} />
    </Dialog>
  )
}
