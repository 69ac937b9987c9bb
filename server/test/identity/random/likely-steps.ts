import type { Step } from './choose.ts'
import type { World } from './world.ts'

/**
 * Likely next steps. Finding holes takes several related steps in a row; independent random steps rarely reach the
 * third.
 */
const NEXT: Record<string, readonly string[]> = {
  'sign up': ['redeem a code', 'redeem a link', 'magic link'],
  'magic link': ['redeem a code', 'redeem a link', 'exchange a code'],
  recover: ['redeem a code', 'redeem a link', 'change the password'],
  resend: ['redeem a code', 'redeem a link', 'redeem a code'],
  'redeem a code': ['resend', 'redeem a code', 'try an old password', 'change the address'],
  'redeem a link': ['resend', 'redeem a link', 'exchange a code', 'enrol a factor'],
  'change the address': ['redeem a code', 'redeem a link', 'resend', 'change the password'],
  'convert an anonymous account': ['redeem a code', 'redeem a link', 'sign in by password'],
  'begin a link': ['sign out', 'change the password', 'come back from a provider', 'unlink'],
  'set out to a provider': ['come back from a provider', 'exchange a code', 'sign out'],
  'come back from a provider': ['exchange a code', 'unlink', 'begin a link', 'redeem a link'],
  'sign out': ['come back from a provider', 'exchange a code', 'refresh', 'mint'],
  'change the password': ['come back from a provider', 'redeem a code', 'exchange a code'],
  'enrol a factor': ['answer a factor', 'enrol a factor', 'begin a link', 'change the address'],
  'answer a factor': ['enrol a factor', 'generate recovery codes', 'remove a factor', 'mint'],
  'remove a factor': ['list sessions', 'change the address', 'end one session', 'mint'],
  'generate recovery codes': ['answer with a recovery code', 'remove a factor', 'refresh'],
  'add a passkey': ['sign in with a passkey', 'remove a passkey', 'enrol a factor', 'sign out'],
  'sign in with a passkey': ['remove a passkey', 'mint', 'allow an app', 'change the password'],
  'remove a passkey': ['sign in with a passkey', 'refresh', 'add a passkey'],
  'allow an app': ['an app takes its code', 'take access away', 'sign out', 'allow an app'],
  'an app takes its code': ['an app refreshes', 'take access away', 'an app takes its code'],
  'take access away': ['an app refreshes', 'an app takes its code', 'allow an app'],
  'sign in by password': [
    'mint',
    'add a passkey',
    'allow an app',
    'change the password',
    'enrol a factor',
    'begin a link',
  ],
  mint: ['sign out', 'refresh', 'list sessions', 'end one session'],
  'anonymous sign-in': ['convert an anonymous account', 'begin a link'],
  'admin creates': ['sign in by password', 'magic link', 'redeem a link'],
  'admin confirms': ['sign in by password', 'redeem a link', 'recover'],
  'admin invites': ['redeem a link', 'sign in by password', 'sign up', 'set out to a provider'],
  'admin generates a link': ['redeem a link', 'redeem a code', 'sign in by password'],
  'admin bans': ['refresh', 'mint', 'set out to a provider', 'redeem a link', 'exchange a code'],
  'admin changes an address': ['redeem a link', 'recover', 'resend', 'try an old password'],
  'operator creates an admin': ['sign in by password', 'redeem a link'],
  'operator revokes sessions': ['refresh', 'come back from a provider', 'exchange a code'],
}

/** A likely next step after the last one, half of the time. */
export function likelyStep({ pick, lastStep }: World, all: readonly Step[]): Step | undefined {
  const name = lastStep && pick.chance(0.5) ? pick.oneOf(NEXT[lastStep] ?? []) : undefined

  return all.find((step) => step.name === name)
}
