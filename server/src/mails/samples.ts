import type { OwnPlace } from '@app/platform/mail/letter/own-place.ts'
import type { TemplateParams } from './templates.ts'

const HOUR_S = 3600
const at = new Date('2030-05-17T09:41:00Z')
const code = '482913'
const project: OwnPlace = { on: 'site', path: '/projects/3f0c8a52' }

const proof = (type: string) => ({
  link: {
    on: 'api' as const,
    path: '/auth/v1/verify' as const,
    query: { token: '9d1f4c27ab', type, redirect_to: '/dashboard' },
  },
  code,
  validForS: HOUR_S,
})

/** Something to fill each template with, for the preview and the tests. */
export const samples: TemplateParams = {
  confirmation: proof('signup'),
  account_exists: { email: 'ada@example.test' },
  magic_link: proof('magiclink'),
  recovery: proof('recovery'),
  invite: { ...proof('invite'), validForS: 24 * HOUR_S },
  email_change_new: { ...proof('email_change'), newEmail: 'ada.new@example.test' },
  email_change_current: { ...proof('email_change'), newEmail: 'ada.new@example.test' },
  reauthentication: { code, validForS: HOUR_S },
  password_changed: { at },
  email_changed: { at, oldEmail: 'ada@example.test', newEmail: 'ada.new@example.test' },
  factor_enrolled: { at, factor: 'totp' },
  factor_unenrolled: { at, factor: 'totp' },
  identity_linked: { at, provider: 'GitHub' },
  identity_unlinked: { at, provider: 'GitHub' },
  account_deleted: { at },
  project_invitation: {
    inviter: 'Grace Hopper',
    project: 'Harbour map',
    role: 'editor',
    validUntil: at,
    link: project,
  },
  task_assigned: {
    assigner: 'Grace Hopper',
    task: 'Draw the lighthouse',
    project: 'Harbour map',
    dueOn: at,
    link: project,
  },
  sync_trouble: { project: 'Harbour map', repository: 'ada/harbour-map', link: project },
  subscription_started: { plan: 'Pro Annual', renewsOn: at },
  subscription_cancelled: { plan: 'Pro Annual', endsOn: at },
  subscription_ended: { plan: 'Pro Annual' },
  payment_failed: { plan: 'Pro Monthly', price: { amount: 4, currency: 'USD' } },
  feedback_receipt: { title: 'A darker dark theme' },
  export_ready: {
    link: { on: 'site', path: '/settings', query: { tab: 'account' } },
    validForS: 7 * 24 * HOUR_S,
  },
}
