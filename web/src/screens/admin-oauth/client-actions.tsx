import type { OAuthClientLine } from '@app/contract/admin-oauth'
import { Button } from '@app/ui/button.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import {
  deleteOAuthClient,
  regenerateOAuthSecret,
  useRefreshOAuthClients,
} from '#api/admin/admin-oauth.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ClientDialog } from './client-dialog.tsx'
import type { ShownSecret } from './secret-dialog.tsx'

type Props = {
  client: OAuthClientLine
  onDeleted: () => void
  onSecret: (secret: ShownSecret) => void
}

/** An opened client. */
export function ClientActions({ client, onDeleted, onSecret }: Props) {
  const { t } = useTranslation()
  const refresh = useRefreshOAuthClients()
  const proof = useProof()
  const action = useAction<'secret' | 'delete'>()
  const [asked, setAsked] = useState<'edit' | 'secret' | 'delete' | null>(null)
  const name = client.name || t('adminOAuth.unnamed')
  const close = () => setAsked(null)

  const renew = () =>
    void action.run('secret', async () => {
      onSecret(await proof.prove((nonce) => regenerateOAuthSecret(client.id, nonce)))
    })
  const remove = () =>
    void action.run('delete', async () => {
      try {
        await proof.prove((nonce) => deleteOAuthClient(client.id, nonce))
        toasts.show({ title: t('adminOAuth.deleted', { app: name }), tone: 'positive' })
        onDeleted()
      } finally {
        await refresh()
      }
    })

  return (
    <>
      {action.failure && <AdminFailure error={action.failure.error} />}
      <Facts>
        <Fact name={t('adminOAuth.clientId')}>
          <span className="font-mono break-all">{client.id}</span>
        </Fact>
        <Fact name={t('adminOAuth.type')}>
          {t(client.isPublic ? 'adminOAuth.public' : 'adminOAuth.confidential')}
        </Fact>
        <Fact name={t('adminOAuth.website')}>{client.uri}</Fact>
        <Fact name={t('adminOAuth.redirects')}>
          <ul className="grid gap-1">
            {client.redirectUris.map((uri) => (
              <li key={uri} className="break-all">
                {uri}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t('adminOAuth.members')}>{client.members}</Fact>
      </Facts>
      <div className="flex flex-wrap gap-3">
        <CopyButton
          value={client.id}
          text={t('adminOAuth.copyId')}
          copiedText={t('adminOAuth.copied')}
        />
        <Button variant="secondary" size="sm" onClick={() => setAsked('edit')}>
          {t('adminOAuth.edit')}
        </Button>
        {!client.isPublic && (
          <Button
            variant="secondary"
            size="sm"
            isBusy={action.running === 'secret'}
            onClick={() => setAsked('secret')}
          >
            {t('adminOAuth.renew')}
          </Button>
        )}
        <Button
          variant="danger"
          size="sm"
          isBusy={action.running === 'delete'}
          onClick={() => setAsked('delete')}
        >
          {t('adminOAuth.delete')}
        </Button>
      </div>
      {asked === 'edit' && <ClientDialog client={client} onSecret={onSecret} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'secret'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('adminOAuth.renewTitle', { app: name })}
        text={t('adminOAuth.renewText')}
        cancelText={t('common.cancel')}
        confirmText={t('adminOAuth.renew')}
        onConfirm={renew}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('adminOAuth.deleteTitle', { app: name })}
        text={t('adminOAuth.deleteText')}
        cancelText={t('common.cancel')}
        confirmText={t('adminOAuth.delete')}
        onConfirm={remove}
      />
      {proof.dialog}
    </>
  )
}
