import type { AdminPasskey, AdminUserReply } from '@app/contract/admin-users'
import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { signInsQuery, useUsersCache } from '#api/admin/admin-users.ts'
import { useMember } from '#api/session/session.ts'
import { deviceName } from '#browser/device-name.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { refusalReason, signInWords } from '#features/admin/sign-in-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { UserActionDialog } from './user-action-dialog.tsx'
import { Entries, Entry } from './user-entries.tsx'

/** The user's passkeys, sessions, and recent sign-in attempts. The server shortens networks. */
export function UserSecurity({ account }: { account: AdminUserReply }) {
  const { t } = useTranslation()
  const { user, devices } = account

  return (
    <div className="grid gap-6">
      <Passkeys account={account} />
      <Entries title={t('admin.people.devices')} none={t('admin.people.noDevice')}>
        {devices.map((device) => (
          <Entry
            key={device.id}
            title={<DeviceName userAgent={device.userAgent} />}
            badge={device.kind === 'extension' && <Badge>{t('admin.people.extension')}</Badge>}
          >
            {t('admin.people.lastUsed')} <TimeAgo at={device.lastUsedAt} isUtc />
            {device.network && ` · ${device.network}`}
          </Entry>
        ))}
      </Entries>
      <SignIns userId={user.id} />
    </div>
  )
}

/** Removing one helps a user who has lost the device. */
function Passkeys({ account }: { account: AdminUserReply }) {
  const { t } = useTranslation()
  const { refresh } = useUsersCache()
  const isOwn = useMember().id === account.user.id
  const [leaving, setLeaving] = useState<AdminPasskey | null>(null)
  const [done, setDone] = useState('')

  return (
    <div className="grid gap-4">
      <Entries title={t('admin.people.passkeys')} none={t('admin.people.noPasskey')}>
        {account.passkeys.map((passkey) => (
          <Entry
            key={passkey.id}
            title={passkey.name}
            badge={
              !isOwn && (
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => setLeaving(passkey)}
                  aria-label={t('admin.people.removePasskey.of', { passkey: passkey.name })}
                >
                  {t('admin.people.removePasskey.short')}
                </Button>
              )
            }
          >
            {t(passkey.isSynced ? 'admin.people.passkeySynced' : 'admin.people.passkeyOneDevice')}
            {' · '}
            {passkey.lastUsedAt ? (
              <>
                {t('admin.people.lastUsed')} <TimeAgo at={passkey.lastUsedAt} isUtc />
              </>
            ) : (
              t('admin.people.passkeyUnused')
            )}
          </Entry>
        ))}
      </Entries>
      {done && <Notice tone="positive">{done}</Notice>}
      {leaving && (
        <UserActionDialog
          action="remove_passkey"
          account={account}
          passkey={leaving}
          onClose={() => setLeaving(null)}
          onDone={({ text }) => {
            // The dialog is unmounted first, because its unsaved input would keep the drawer from closing.
            flushSync(() => setLeaving(null))
            setDone(text)
            void refresh()
          }}
        />
      )}
    </div>
  )
}

function DeviceName({ userAgent }: { userAgent: string }) {
  const { t } = useTranslation()
  const known = deviceName(userAgent)

  return (
    <span title={userAgent}>
      {known ? t('admin.people.deviceOn', known) : t('admin.people.unknownDevice')}
    </span>
  )
}

function SignIns({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(signInsQuery(userId))
  if (log.isPending) return <Skeleton className="h-32 w-full" />

  return (
    <div className="grid justify-items-start gap-4">
      <div className="w-full">
        <Entries title={t('admin.people.signIns')} none={t('admin.people.noSignIn')}>
          {log.data?.pages
            .flatMap(({ items }) => items)
            .map((one) => (
              <Entry
                key={one.id}
                title={<span title={one.action}>{signInWords(t, one.action)}</span>}
                badge={
                  one.refused && (
                    <span title={one.refused}>
                      <Badge tone="danger">{refusalReason(t, one.refused)}</Badge>
                    </span>
                  )
                }
              >
                <TimeAgo at={one.createdAt} isUtc />
                {one.network && ` · ${one.network}`}
              </Entry>
            ))}
        </Entries>
      </div>
      {log.isError && <AdminFailure error={log.error} />}
      {(log.hasNextPage || log.isError) && (
        <Button
          variant="secondary"
          size="sm"
          isBusy={log.isFetching}
          onClick={() => void (log.data ? log.fetchNextPage() : log.refetch())}
        >
          {t(log.isError ? 'errorPage.tryAgain' : 'admin.people.more')}
        </Button>
      )}
    </div>
  )
}
