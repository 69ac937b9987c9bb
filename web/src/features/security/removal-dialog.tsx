import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { title: string; text: string; onConfirm: () => void; onClose: () => void }

/** Of a passkey, or of one of several factors. */
export function RemovalDialog({ title, text, onConfirm, onClose }: Props) {
  const { t } = useTranslation()

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      text={text}
      cancelText={t('common.cancel')}
      confirmText={t('settings.passkeys.remove')}
      onConfirm={onConfirm}
    />
  )
}
