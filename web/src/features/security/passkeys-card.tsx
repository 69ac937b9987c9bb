import type { PasskeyJson } from '@app/contract/webauthn'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { useMember } from '#api/session/session.ts'
import {
  passkeysQuery,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from '#api/sign-in/passkeys.ts'
import { isCancelled } from '#api/sign-in/webauthn.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'

const NameDialog = onDemand(async () => (await import('./name-dialog.tsx')).NameDialog)
const RemovalDialog = onDemand(async () => (await import('./removal-dialog.tsx')).RemovalDialog)

type Open = { dialog: 'rename' | 'remove'; passkey: PasskeyJson }

export function PasskeysCard() {
  const { t } = useTranslation()
  const { id: userId } = useMember()
  const passkeys = useQuery(passkeysQuery)
  const adding = useAddPasskey()
  const removing = useRemovePasskey(userId)
  const failure = isCancelled(adding.error) ? removing.error : (adding.error ?? removing.error)

  function add() {
    const title = t('settings.passkeys.added')
    removing.reset()
    adding.mutate(undefined, { onSuccess: () => toasts.show({ title, tone: 'positive' }) })
  }

  return (
    <Card
      title={t('settings.passkeys.title')}
      lead={t('settings.passkeys.lead')}
      footer={
        <Button variant="secondary" size="sm" isBusy={adding.isPending} onClick={add}>
          {t('settings.passkeys.add')}
        </Button>
      }
    >
      {failure && (
        <FailureNotice
          failure={{
            title: t('settings.passkeys.failed'),
            text: userMessage(t, failure, 'errors.tryAgain'),
          }}
        />
      )}
      {passkeys.isPending && (
        <UnsizedPlaceholder>
          <Skeleton className="h-12 w-full" />
        </UnsizedPlaceholder>
      )}
      {passkeys.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, passkeys.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={passkeys.refetch}
        />
      )}
      {passkeys.data?.length === 0 && (
        <p className="text-sm text-ink-soft">{t('settings.passkeys.none')}</p>
      )}
      <PasskeyList passkeys={passkeys.data ?? []} removing={removing} onRemove={adding.reset} />
    </Card>
  )
}

type ListProps = {
  passkeys: readonly PasskeyJson[]
  removing: ReturnType<typeof useRemovePasskey>
  onRemove: () => void
}

function PasskeyList({ passkeys, removing, onRemove }: ListProps) {
  const { t } = useTranslation()
  const renaming = useRenamePasskey()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  function remove({ id }: PasskeyJson) {
    const title = t('settings.passkeys.removed')
    onRemove()
    removing.mutate(id, { onSuccess: () => toasts.show({ title, tone: 'positive' }) })
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isBusy={removing.isPending && removing.variables === passkey.id}
            onOpen={(dialog) => setOpen({ dialog, passkey })}
          />
        ))}
      </ul>
      {open?.dialog === 'rename' && (
        <NameDialog
          title={t('settings.passkeys.renameTitle')}
          lead={t('settings.passkeys.renameLead')}
          initial={open.passkey.friendly_name}
          submitText={t('settings.save')}
          save={(name) => renaming.mutateAsync({ id: open.passkey.id, name })}
          onClose={close}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemovalDialog
          title={t('settings.passkeys.removeTitle', { name: open.passkey.friendly_name })}
          text={t('settings.passkeys.removeText')}
          onClose={close}
          onConfirm={() => remove(open.passkey)}
        />
      )}
    </>
  )
}

type RowProps = {
  passkey: PasskeyJson
  isBusy: boolean
  onOpen: (dialog: Open['dialog']) => void
}

function PasskeyRow({ passkey, isBusy, onOpen }: RowProps) {
  const { t } = useTranslation()
  const { friendly_name: name, backed_up, created_at, last_used_at } = passkey

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <Badge>{t(backed_up ? 'settings.passkeys.synced' : 'settings.passkeys.oneDevice')}</Badge>
        </p>
        <p className="text-sm text-ink-soft">
          {t('settings.passkeys.addedAt')} <TimeAgo at={created_at} />
          {' · '}
          {last_used_at ? (
            <>
              {t('settings.passkeys.usedAt')} <TimeAgo at={last_used_at} />
            </>
          ) : (
            t('settings.passkeys.neverUsed')
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          size="sm"
          onClick={() => onOpen('rename')}
          aria-label={t('settings.passkeys.renameOf', { name })}
        >
          {t('settings.passkeys.rename')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          isBusy={isBusy}
          onClick={() => onOpen('remove')}
          aria-label={t('settings.passkeys.removeOf', { name })}
        >
          {t('settings.passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}
