import { Dialog } from '@app/ui/dialog.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { LinkForm, type LinkFormProps } from './link-form.tsx'

type Props = Omit<LinkFormProps, 'onSaved'> & { onClose: () => void }

export function LinkDialog({ project, suggestions, onClose }: Props) {
  const { t } = useTranslation()

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(project ? 'projects.form.editTitle' : 'projects.form.linkTitle')}
      lead={t(project ? 'projects.form.editLead' : 'projects.form.linkLead')}
      closeText={t('common.close')}
    >
      <LinkForm project={project} suggestions={suggestions} onSaved={onClose} />
    </Dialog>
  )
}
