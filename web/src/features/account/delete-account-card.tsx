import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'

const DeleteAccountDialog = onDemand(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)

/** Lists what is deleted before the confirmation. */
export function DeleteAccountCard() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)

  return (
    <Card
      title={t('settings.deletion.title')}
      lead={t('settings.deletion.lead')}
      className="border-danger/40"
      footer={
        <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
          {t('settings.deletion.open')}
        </Button>
      }
    >
      <div className="grid max-w-prose gap-3 text-sm">
        <p>{t('settings.deletion.gone')}</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>{t('settings.deletion.projects')}</li>
          <li>{t('settings.deletion.profile')}</li>
          <li>{t('settings.deletion.access')}</li>
          <li>{t('settings.deletion.subscription')}</li>
        </ul>
        <p className="text-ink-soft">{t('settings.deletion.kept')}</p>
      </div>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
