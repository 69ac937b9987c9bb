import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'
import type { TemplateParams } from './templates.ts'

const HOUR_S = 3600
const at = new Date('2030-05-17T09:41:00Z')
const project: SiteLink = { on: 'site', path: '/projects/3f0c8a52' }

const price = { amount: 4, currency: 'USD' }

/** Sample parameters of each template, for previews and tests. */
export const samples: TemplateParams = {
  account_deleted: { at },
  address_confirmed: { email: 'ada@example.test', removedPassword: true },
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
  subscription_resumed: { plan: 'Pro Annual', renewsOn: at },
  subscription_ended: { plan: 'Pro Annual' },
  payment_receipt: { plan: 'Pro Monthly', price, renewsOn: at },
  payment_failed: { plan: 'Pro Monthly', price, isOff: false },
  payment_refunded: { plan: 'Pro Monthly', price },
  feedback_receipt: { title: 'A darker dark theme' },
  feedback_reply: {
    title: 'A darker dark theme',
    quote: 'The dark theme could be darker at night.',
    sentAt: at,
    text: 'Thank you, Ada.\n\nThe next version has a darker theme:\nSettings, then Appearance.',
  },
  export_ready: {
    link: { on: 'site', path: '/settings', query: { tab: 'account' } },
    validForS: 7 * 24 * HOUR_S,
  },
  copy_left: { address: 'https://github.com/ada/ferry-k3v6x2qz7m4wbn5tdc8yrhpjau' },
  secret_lost: {
    what: 'app',
    link: { on: 'site', path: '/settings', query: { tab: 'security' } },
  },
  company_metadata_ends: {
    company: 'company.test',
    endsOn: at,
    link: { on: 'site', path: '/admin/sso', query: { open: '3f0c8a52' } },
  },
  test_mail: { at },
}
