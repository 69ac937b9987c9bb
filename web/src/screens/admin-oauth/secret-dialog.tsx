import { Button } from '@app/ui/button.tsx'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { FormActions } from '@app/ui/form-actions.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** What a client needs to begin; null: it has no secret. */
export type ShownSecret = { id: string; secret: string | null }

/** Nobody can read the secret later. */
export function SecretDialog({ id, secret, onClose }: ShownSecret & { onClose: () => void }) {
  const { t } = useTranslation()

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('adminOAuth.credentials')}
      closeText={t('common.close')}
    >
      <div className="grid gap-5">
        {secret !== null && <Notice tone="notice">{t('adminOAuth.secretOnce')}</Notice>}
        <Value name={t('adminOAuth.clientId')} value={id} copyText={t('adminOAuth.copyId')} />
        {secret !== null && (
          <Value
            name={t('adminOAuth.secret')}
            value={secret}
            copyText={t('adminOAuth.copySecret')}
          />
        )}
        <FormActions>
          <Button size="sm" onClick={onClose}>
            {t('adminOAuth.done')}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}

function Value({ name, value, copyText }: { name: string; value: string; copyText: string }) {
  const { t } = useTranslation()

  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">{name}</p>
      <code className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-all">
        {value}
      </code>
      <div>
        <CopyButton value={value} text={copyText} copiedText={t('adminOAuth.copied')} />
      </div>
    </div>
  )
}
