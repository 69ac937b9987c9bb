import type { AdminPasskey, AdminUserReply } from '@app/contract/admin-users'
import { type BanDuration, changeUser, confirmUser, endForUser } from '#api/admin/admin-users.ts'
import type { Prove } from '#features/admin/use-proof.tsx'
import type { Translator } from '#i18n/messages.ts'
import { nameOf } from './user-words.ts'

/** Actions that require a confirmation. */
export type DialogAction =
  | 'confirm'
  | 'set_role'
  | 'ban'
  | 'unban'
  | 'sign_out'
  | 'remove_factors'
  | 'remove_passkey'
  | 'delete'

/** A text about the completed action; `offersReset`: the user must reset their password to sign in. */
export type Done = { text: string; offersReset: boolean }

export type ActionDraft = { reason: string; duration: BanDuration; confirmation: string }

export const EMPTY_ACTION: ActionDraft = { reason: '', duration: '7d', confirmation: '' }

type Texts = {
  title: string
  text: string
  notes: string[]
  submit: string
  variant: 'primary' | 'danger'
}

export function dialogTexts(
  t: Translator['t'],
  name: DialogAction,
  account: AdminUserReply,
  passkey: AdminPasskey | null,
): Texts {
  const { user, devices, subscriptions } = account
  const who = { name: nameOf(user) }
  const danger = { notes: [], variant: 'danger' as const }

  switch (name) {
    case 'confirm':
      return confirmTexts(t, account)
    case 'set_role':
      return roleTexts(t, account)
    case 'ban':
      return {
        ...danger,
        title: t('admin.people.ban.title', who),
        text: t('admin.people.ban.text'),
        notes: subscriptions.some(({ status }) => status !== 'expired')
          ? [t('admin.people.ban.subscription')]
          : [],
        submit: t('admin.people.do.ban'),
      }
    case 'unban':
      return {
        notes: [],
        title: t('admin.people.unban.title', who),
        text: t('admin.people.unban.text'),
        submit: t('admin.people.do.unban'),
        variant: 'primary',
      }
    case 'sign_out':
      return {
        ...danger,
        title: t('admin.people.signOut.title', who),
        text: t('admin.people.signOut.text', { count: devices.length }),
        submit: t('admin.people.do.signOut'),
      }
    case 'remove_factors':
      return {
        ...danger,
        title: t('admin.people.removeFactors.title', who),
        text: t('admin.people.removeFactors.text', { email: user.email ?? '' }),
        submit: t('admin.people.do.removeFactors'),
      }
    case 'remove_passkey':
      return {
        ...danger,
        title: t('admin.people.removePasskey.title', { passkey: passkey?.name ?? '' }),
        text: t('admin.people.removePasskey.text', { email: user.email ?? '' }),
        submit: t('admin.people.removePasskey.submit'),
      }
    case 'delete':
      return {
        ...danger,
        title: t('admin.people.delete.title', who),
        text: t('admin.people.delete.text'),
        notes: [t('admin.people.delete.kept')],
        submit: t('admin.people.delete.submit'),
      }
  }
}

const confirmTexts = (t: Translator['t'], { user, losesPassword }: AdminUserReply): Texts => ({
  title: t('admin.people.confirm.title', { email: user.email ?? '' }),
  text: t(losesPassword ? 'admin.people.confirm.losesPassword' : 'admin.people.confirm.text'),
  notes: [],
  submit: t('admin.people.do.confirm'),
  variant: 'primary',
})

function roleTexts(t: Translator['t'], { user, isInAdminEmails }: AdminUserReply): Texts {
  const who = { name: nameOf(user) }
  if (user.role === 'member') {
    return {
      title: t('admin.people.promote.title', who),
      text: t('admin.people.promote.text'),
      notes: [],
      submit: t('admin.people.do.promote'),
      variant: 'primary',
    }
  }

  return {
    title: t('admin.people.demote.title', who),
    text: t('admin.people.demote.text'),
    notes: isInAdminEmails ? [t('admin.people.demote.adminEmails')] : [],
    submit: t('admin.people.do.demote'),
    variant: 'danger',
  }
}

type Run = {
  name: DialogAction
  account: AdminUserReply
  draft: ActionDraft
  /** Only for its removal. */
  passkey: AdminPasskey | null
}

export async function runAction(t: Translator['t'], prove: Prove, run: Run): Promise<Done> {
  if (run.name !== 'confirm') {
    return { text: await runWithProof(t, prove, { ...run, name: run.name }), offersReset: false }
  }

  const { user } = run.account
  const email = user.email ?? ''
  const removedPassword = await confirmUser(user.id)
  const text = removedPassword ? 'admin.people.done.passwordRemoved' : 'admin.people.done.confirm'
  return { text: t(text, { email }), offersReset: removedPassword }
}

type ProvenRun = Run & { name: Exclude<DialogAction, 'confirm'> }

/** Resolves to a text about the completed action. */
async function runWithProof(t: Translator['t'], prove: Prove, run: ProvenRun): Promise<string> {
  const { user } = run.account
  const userId = user.id
  const who = { name: nameOf(user) }
  const { reason, duration, confirmation } = run.draft

  switch (run.name) {
    case 'set_role': {
      const role = user.role === 'admin' ? 'member' : 'admin'
      await prove((nonce) => changeUser({ action: 'set_role', userId, role, nonce }))
      return t(role === 'admin' ? 'admin.people.promote.done' : 'admin.people.demote.done', who)
    }
    case 'ban':
      await prove((nonce) => changeUser({ action: 'ban', userId, duration, reason, nonce }))
      return t('admin.people.ban.done', who)
    case 'unban':
      await prove((nonce) => changeUser({ action: 'unban', userId, nonce }))
      return t('admin.people.unban.done', who)
    case 'sign_out': {
      const count = await prove((nonce) => endForUser({ action: 'sign_out', userId, nonce }))
      return t('admin.people.signOut.done', { count })
    }
    case 'remove_factors':
      await prove((nonce) => endForUser({ action: 'remove_factors', userId, reason, nonce }))
      return t('admin.people.removeFactors.done', { email: user.email ?? '' })
    case 'remove_passkey': {
      const passkeyId = run.passkey?.id ?? ''
      await prove((nonce) =>
        changeUser({ action: 'remove_passkey', userId, passkeyId, reason, nonce }),
      )
      return t('admin.people.removePasskey.done', { email: user.email ?? '' })
    }
    case 'delete':
      await prove((nonce) => changeUser({ action: 'delete', userId, confirmation, reason, nonce }))
      return t('admin.people.delete.done', who)
  }
}
