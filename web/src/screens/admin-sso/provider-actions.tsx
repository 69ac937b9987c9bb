import type { SsoProviderLine } from '@app/contract/admin-sso'
import { Button } from '@app/ui/button.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  beginSsoTest,
  deleteSsoProvider,
  fetchSsoMetadata,
  setSsoDisabled,
  useRefreshSsoProviders,
} from '#api/admin/admin-sso.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useProof } from '#features/admin/use-proof.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { ProviderFacts } from './provider-facts.tsx'
import { TestReport } from './test-report.tsx'

type Props = {
  provider: SsoProviderLine
  /** SAML is off, so nothing can be tested. */
  isOff: boolean
  onDeleted: () => void
}

/** An opened provider. */
export function ProviderActions({ provider, isOff, onDeleted }: Props) {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const actions = useProviderActions({ provider, onDeleted })
  const [asked, setAsked] = useState<'edit' | 'disable' | 'delete' | null>(null)
  const { id, isDisabled, metadataUrl } = provider
  const testId = parameters.get('sso_test')
  const company = provider.domains[0] ?? provider.entityId
  const close = () => setAsked(null)

  return (
    <>
      {actions.failure && <AdminFailure error={actions.failure.error} />}
      {testId && <TestReport providerId={id} testId={testId} />}
      <ProviderFacts provider={provider} />
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          disabled={isOff}
          isBusy={actions.running === 'test'}
          onClick={actions.test}
        >
          {t('adminSso.test.begin')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setAsked('edit')}>
          {t('adminSso.edit')}
        </Button>
        {metadataUrl !== null && (
          <Button
            variant="secondary"
            size="sm"
            isBusy={actions.running === 'fetch'}
            onClick={actions.fetchMetadata}
          >
            {t('adminSso.fetch')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          isBusy={actions.running === 'state'}
          onClick={() => (isDisabled ? actions.setDisabled(false) : setAsked('disable'))}
        >
          {t(isDisabled ? 'adminSso.enable' : 'adminSso.disable')}
        </Button>
        {isDisabled && (
          <Button
            variant="danger"
            size="sm"
            isBusy={actions.running === 'delete'}
            onClick={() => setAsked('delete')}
          >
            {t('adminSso.delete')}
          </Button>
        )}
      </div>
      {!isDisabled && <p className="text-sm text-ink-soft">{t('adminSso.disableFirst')}</p>}
      {asked === 'edit' && (
        <ProviderDialog provider={provider} onClose={close} onCreated={() => {}} />
      )}
      <ConfirmDialog
        isOpen={asked === 'disable'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('adminSso.disableTitle', { company })}
        text={t('adminSso.disableText')}
        cancelText={t('common.cancel')}
        confirmText={t('adminSso.disable')}
        onConfirm={() => actions.setDisabled(true)}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('adminSso.deleteTitle', { company })}
        text={t('adminSso.deleteText', { count: provider.users })}
        cancelText={t('common.cancel')}
        confirmText={t('adminSso.delete')}
        onConfirm={actions.remove}
      />
      {actions.dialog}
    </>
  )
}

function useProviderActions({ provider, onDeleted }: Pick<Props, 'provider' | 'onDeleted'>) {
  const { t } = useTranslation()
  const refresh = useRefreshSsoProviders()
  const proof = useProof()
  const { run, running, failure } = useAction<'test' | 'fetch' | 'state' | 'delete'>()
  const { id } = provider
  const company = provider.domains[0] ?? provider.entityId

  const andRefresh = (name: 'fetch' | 'state' | 'delete', work: () => Promise<unknown>) =>
    void run(name, async () => {
      try {
        await work()
      } finally {
        await refresh()
      }
    })
  const tell = (title: string) => toasts.show({ title, tone: 'positive' })

  return {
    running,
    failure,
    dialog: proof.dialog,
    test: () =>
      void run('test', async ({ stayBusy }) => {
        const { url } = await beginSsoTest(id)
        location.assign(url)
        stayBusy()
      }),
    fetchMetadata: () =>
      andRefresh('fetch', async () => {
        await fetchSsoMetadata(id)
        tell(t('adminSso.fetched'))
      }),
    setDisabled: (isDisabled: boolean) =>
      andRefresh('state', async () => {
        await proof.prove((nonce) => setSsoDisabled(id, isDisabled, nonce))
        tell(t(isDisabled ? 'adminSso.disabled' : 'adminSso.enabled', { company }))
      }),
    remove: () =>
      andRefresh('delete', async () => {
        await proof.prove((nonce) => deleteSsoProvider(id, nonce))
        tell(t('adminSso.deleted', { company }))
        onDeleted()
      }),
  }
}
