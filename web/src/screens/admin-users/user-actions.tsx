import type { AdminUserReply } from '@app/contract/admin-users'
import { Button } from '@app/ui/button.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { MenuAction, MenuSeparator } from '@app/ui/menu-items.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { changeUser, useUsersCache } from '#api/admin/admin-users.ts'
import { useMember } from '#api/session/session.ts'
import { AdminFailure } from '#features/admin/admin-failure.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { MenuButton } from '#on-demand/menu-button.tsx'
import type { DialogAction, Done } from './user-action.ts'
import { UserActionDialog } from './user-action-dialog.tsx'

type Props = { account: AdminUserReply; onDeleted: (text: string) => void }

/** Runs without confirmation; the answer names the email. */
const DONE = {
  resend_confirmation: 'admin.people.done.resend',
  send_reset: 'admin.people.done.reset',
} as const satisfies Record<string, MessageKey>

type DirectAction = keyof typeof DONE

export function UserActions({ account, onDeleted }: Props) {
  const { t } = useTranslation()
  const { user } = account
  const { refresh, forget } = useUsersCache()
  const action = useAction<DirectAction>()
  const [open, setOpen] = useState<DialogAction | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  if (user.status === 'deleted') return null

  const run = (name: DirectAction) => {
    setDone(null)
    void action.run(name, async () => {
      try {
        await changeUser({ action: name, userId: user.id })
        setDone({ text: t(DONE[name], { email: user.email ?? '' }), offersReset: false })
      } finally {
        await refresh()
      }
    })
  }
  const ask = (name: DialogAction) => {
    setDone(null)
    action.forgetFailure()
    setOpen(name)
  }

  return (
    <div className="grid justify-items-start gap-4">
      <ActionMenu account={account} isBusy={action.running !== null} onRun={run} onAsk={ask} />
      {action.failure && <AdminFailure error={action.failure.error} />}
      {done && (
        <Notice tone={done.offersReset ? 'notice' : 'positive'}>
          <p>{done.text}</p>
          {done.offersReset && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-3"
              onClick={() => run('send_reset')}
            >
              {t('admin.people.do.resetLink')}
            </Button>
          )}
        </Notice>
      )}
      {open && (
        <UserActionDialog
          action={open}
          account={account}
          onClose={() => setOpen(null)}
          onDone={(result) => {
            // The dialog is unmounted first, because its unsaved input would keep the drawer from closing.
            flushSync(() => setOpen(null))
            if (open !== 'delete') {
              setDone(result)
              void refresh()
              return
            }
            onDeleted(result.text)
            void forget(user.id)
          }}
        />
      )}
    </div>
  )
}

type MenuProps = {
  account: AdminUserReply
  isBusy: boolean
  onRun: (name: DirectAction) => void
  onAsk: (name: DialogAction) => void
}

/** The currently possible actions on this user. Admins cannot change, ban or delete their own account here. */
function ActionMenu({ account: { user }, isBusy, onRun, onAsk }: MenuProps) {
  const { t } = useTranslation()
  const isOwn = useMember().id === user.id
  const isUnconfirmed = user.status === 'unconfirmed' && user.email !== null

  return (
    <MenuButton
      trigger={
        <Button variant="secondary" size="sm" isBusy={isBusy}>
          {t('admin.people.actions')}
          <ChevronDownIcon className="size-4" />
        </Button>
      }
    >
      {isUnconfirmed && (
        <>
          <MenuAction onSelect={() => onAsk('confirm')}>{t('admin.people.do.confirm')}</MenuAction>
          <MenuAction onSelect={() => onRun('resend_confirmation')}>
            {t('admin.people.do.resend')}
          </MenuAction>
        </>
      )}
      {user.email && (
        <MenuAction onSelect={() => onRun('send_reset')}>{t('admin.people.do.reset')}</MenuAction>
      )}
      <MenuAction onSelect={() => onAsk('sign_out')}>{t('admin.people.do.signOut')}</MenuAction>
      {!isOwn && (
        <>
          <MenuSeparator />
          <MenuAction onSelect={() => onAsk('set_role')}>
            {t(user.role === 'admin' ? 'admin.people.do.demote' : 'admin.people.do.promote')}
          </MenuAction>
          {user.hasFactor && (
            <MenuAction onSelect={() => onAsk('remove_factors')}>
              {t('admin.people.do.removeFactors')}
            </MenuAction>
          )}
          <MenuAction onSelect={() => onAsk(user.status === 'banned' ? 'unban' : 'ban')}>
            {t(user.status === 'banned' ? 'admin.people.do.unban' : 'admin.people.do.ban')}
          </MenuAction>
          <MenuAction onSelect={() => onAsk('delete')}>{t('admin.people.do.delete')}</MenuAction>
        </>
      )}
    </MenuButton>
  )
}
