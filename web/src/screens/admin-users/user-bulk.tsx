import type { AdminBulkReply, AdminUser, AdminUsersAction } from '@app/contract/admin-users'
import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { changeUsers, useUsersCache } from '#api/admin/admin-users.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { codeMessage } from '#features/admin/admin-message.ts'
import { BulkBar } from '#features/admin/bulk-bar.tsx'
import type { Selection } from '#features/admin/use-selection.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { UserBulkDialog } from './user-bulk-dialog.tsx'
import { nameOf } from './user-words.ts'

type Props = { selection: Selection; rows: AdminUser[] }

type BulkChange = AdminUsersAction<'bulk'>['change']
type Result = { items: AdminBulkReply['items']; names: Map<string, string> }

/** Confirm, send a reset, sign out or ban several users, with a result for each. Role changes and deletion are excluded. */
export function UserBulk({ selection, rows }: Props) {
  const { t } = useTranslation()
  const { refresh } = useUsersCache()
  const action = useAction<BulkChange['action']>()
  const [open, setOpen] = useState<'confirm' | 'sign_out' | 'ban' | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const users = rows.filter(({ id }) => selection.has(id))
  const userIds = users.map(({ id }) => id)

  function show({ items }: AdminBulkReply) {
    setResult({ items, names: new Map(rows.map((user) => [user.id, nameOf(user)])) })
    selection.clear()
    void refresh()
  }
  const sendReset = (ids: string[]) => {
    setResult(null)
    void action.run('send_reset', async () => {
      show(await changeUsers({ action: 'bulk', userIds: ids, change: { action: 'send_reset' } }))
    })
  }

  return (
    <>
      {result && <BulkResult {...result} onSendReset={sendReset} />}
      {action.failure && <AdminFailure error={action.failure.error} />}
      <BulkBar selection={selection}>
        <Button variant="secondary" size="sm" onClick={() => setOpen('confirm')}>
          {t('admin.people.do.confirm')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          isBusy={action.running === 'send_reset'}
          onClick={() => sendReset(userIds)}
        >
          {t('admin.people.do.reset')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setOpen('sign_out')}>
          {t('admin.people.do.signOut')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setOpen('ban')}>
          {t('admin.people.do.ban')}
        </Button>
      </BulkBar>
      {open && (
        <UserBulkDialog
          action={open}
          userIds={userIds}
          onClose={() => setOpen(null)}
          onDone={(reply) => {
            setOpen(null)
            show(reply)
          }}
        />
      )}
    </>
  )
}

type ResultProps = Result & { onSendReset: (userIds: string[]) => void }

/** "47 changed, 3 failed", the reasons, and the users who need a reset link. */
function BulkResult({ items, names, onSendReset }: ResultProps) {
  const { t } = useTranslation()
  const failed = items.filter(({ code }) => code !== null)
  const changed = items.length - failed.length
  const withoutPassword = items.filter(({ removedPassword }) => removedPassword)
  const count = withoutPassword.length

  return (
    <Notice tone={failed.length > 0 ? 'danger' : count > 0 ? 'notice' : 'positive'}>
      <p>
        {failed.length > 0
          ? t('admin.list.someFailed', { changed, failed: failed.length })
          : t('admin.list.changed', { count: changed })}
      </p>
      {failed.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {failed.map(({ userId, code, error }) => (
            <li key={userId}>
              {`${names.get(userId) ?? userId}: ${codeMessage(t, code ?? '') ?? error}`}
            </li>
          ))}
        </ul>
      )}
      {count > 0 && (
        <>
          <p className="mt-2">{t('admin.people.confirm.severalDone', { count })}</p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-3"
            onClick={() => onSendReset(withoutPassword.map(({ userId }) => userId))}
          >
            {t('admin.people.do.resetLink')}
          </Button>
        </>
      )}
    </Notice>
  )
}
