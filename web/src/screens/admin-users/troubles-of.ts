import type { AdminUserReply } from '@app/contract/admin-users'
import { SUBSCRIPTION_STATES } from '@app/contract/subscription-states'
import type { MessageKey } from '#i18n/messages.ts'

export type Trouble = {
  words: MessageKey
  count: number
  /** The tab that shows it. */
  view: string
  /** The person cannot do what they came for. */
  isSevere: boolean
}

/** Everything our records know to be wrong with an account, the worst first. */
export function troublesOf({
  user,
  github,
  subscriptions,
  projects,
  feedback,
}: AdminUserReply): Trouble[] {
  const states = subscriptions.map(({ status }) => SUBSCRIPTION_STATES[status])
  const late = states.filter(({ isLate }) => isLate).length
  const running = states.filter(({ isRunning }) => isRunning).length
  const failed = projects.filter(({ state }) => state?.state === 'push_failed').length
  const waiting = feedback.filter(({ status }) => OPEN.has(status)).length
  const all: (Trouble & { isPresent: boolean })[] = [
    {
      isPresent: user.status === 'banned',
      words: 'admin.people.trouble.banned',
      count: 1,
      view: 'overview',
      isSevere: true,
    },
    {
      isPresent: user.status === 'unconfirmed',
      words: 'admin.people.trouble.unconfirmed',
      count: 1,
      view: 'overview',
      isSevere: true,
    },
    {
      isPresent: github?.health === 'reconnect',
      words: 'admin.people.trouble.reconnect',
      count: 1,
      view: 'projects',
      isSevere: true,
    },
    {
      isPresent: github?.health === 'not_installed',
      words: 'admin.people.trouble.notInstalled',
      count: 1,
      view: 'projects',
      isSevere: false,
    },
    {
      isPresent: failed > 0,
      words: 'admin.people.trouble.failedPush',
      count: failed,
      view: 'projects',
      isSevere: true,
    },
    {
      isPresent: late > 0,
      words: 'admin.people.trouble.latePayment',
      count: late,
      view: 'billing',
      isSevere: true,
    },
    {
      isPresent: running > 1,
      words: 'admin.people.trouble.twoSubscriptions',
      count: running,
      view: 'billing',
      isSevere: true,
    },
    {
      isPresent: waiting > 0,
      words: 'admin.people.trouble.feedback',
      count: waiting,
      view: 'feedback',
      isSevere: false,
    },
  ]

  return all.flatMap(({ isPresent, ...trouble }) => (isPresent ? [trouble] : []))
}

const OPEN = new Set(['new', 'in_progress'])
