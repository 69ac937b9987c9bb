import {
  addCredential,
  discardUnproven,
  endFlows,
  endMails,
  endSessions,
  isAnonymous,
  newestUnproven,
  type Span,
} from './effects.ts'
import type { Account, Mail } from './facts.ts'
import { accountOf, note, violate, type World } from './world.ts'

const LIFE_MS = 3_600_000
const SLACK_MS = 5_000

/** A code was accepted: it had to be unused, unexpired, and sent to the address that its slot has now. */
export function checkMail(world: World, mail: Mail, { began }: Span): void {
  const what = `${mail.template} to ${mail.to}`
  if (mail.used !== null) violate(world, 'a code is used once', what)
  if (mail.ended && mail.ended.at < began) {
    violate(world, 'a revocation ends codes', `${what} after ${mail.ended.why}`)
  }
  if (world.server.clock.now().getTime() - mail.sentAtMs > LIFE_MS + SLACK_MS) {
    violate(world, 'a code expires', what)
  }
}

/** The account it opened, if known, and whether all required mailboxes have confirmed. */
type Outcome = { opened: string | null; isComplete: boolean }

/** What an accepted code proves, and what it ends. */
export function acceptMail(world: World, mail: Mail, outcome: Outcome, span: Span): void {
  const { opened } = outcome
  const { began, at } = span
  mail.used ??= at
  const id = opened ?? mail.accountId
  if (!id) return
  if (mail.accountId && opened && opened !== mail.accountId) {
    violate(world, 'a code opens its own account', `${mail.template} to ${mail.to}`)
  }

  const account = accountOf(world, id)
  const wasConfirmed = world.seen.users.find((user) => user.id === id)?.is_confirmed ?? false
  if (mail.slot === 'email_change_current' || mail.slot === 'email_change_new') {
    account.agreed.add(`${mail.slot} ${mail.to} ${mail.pending ?? ''}`)
    if (mail.slot === 'email_change_new') account.proven.add(mail.to)
    if (outcome.isComplete) completeChange(world, account, mail, span)
    return
  }

  account.proven.add(mail.to)
  if (mail.template === 'confirmation' && !wasConfirmed) {
    for (const { actor, password } of newestUnproven(world, mail.to)) {
      if (password) addCredential(account, password, began)
      account.mayDescribe.add(actor.name)
      note(world, `  confirmed with what ${actor.name} submitted`)
    }
  }
  if (!wasConfirmed) discardUnproven(world, mail.to, began)
  endMails(world, account, { began, at, why: 'another confirmation' })
}

/** Both mailboxes agreed. An anonymous account starts anew, with the password that waited. */
function completeChange(world: World, account: Account, mail: Mail, { began, at }: Span): void {
  const why = 'address change'
  endMails(world, account, { began, at, why })
  endFlows(world, account, { began, at, why })
  if (!isAnonymous(world, account)) return

  account.wasAnonymous = false
  endSessions(world, account, { began, at, why: 'conversion' })
  for (const { text, address, actor } of account.waiting) {
    if (address === mail.to) addCredential(account, text, began)
    account.mayDescribe.add(actor.name)
  }
}
