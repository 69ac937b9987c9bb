import type { SoftAuthenticator } from '@app/platform/test/identity/soft-authenticator.ts'

/**
 * What the tester remembers. Moments are ticks of a counter that moves at the start and at the answer of every call.
 * They order parallel calls as far as a client can.
 */
export type Tick = number

/** When a call began and was answered. */
type Span = { began: Tick; at: Tick }

export type ActorName = 'attacker' | 'victim' | 'bystander'

/** A provider's user. Their verified address is always one of the actor's own. */
export type Person = {
  provider: 'google' | 'github'
  /** What the provider's page calls them: an address at Google, a login at GitHub. */
  name: string
  email: string
  isVerified: boolean
}

export type Actor = {
  name: ActorName
  mailboxes: readonly string[]
  devices: readonly string[]
  people: readonly Person[]
  cookies: Map<string, string>
  sessions: Session[]
  /** Passwords they ever chose, and for which address. */
  passwords: { address: string; text: string }[]
}

export type Ended = { at: Tick; why: string }

/** A password that is valid for an account from `from` to `until`. */
export type Credential = { text: string; from: Tick; until: Tick }

export type SessionOrigin =
  | 'password'
  | 'mail'
  | 'provider'
  | 'pkce'
  | 'mint'
  | 'anonymous'
  | 'passkey'
  | 'app'

export type Session = {
  id: string
  accountId: string
  actor: Actor
  access: string
  /** Access tokens from before a refresh or a second factor. */
  olderAccess: string[]
  /** All that were ever issued, the newest last. */
  refresh: string[]
  rotatedAtMs: number
  began: Tick
  since: Tick
  origin: SessionOrigin
  /** Whether it came through a mailbox, itself or the session it was minted from. */
  isFromMailbox: boolean
  credential: Credential | null
  parent: Session | null
  /** The second factor it answered. */
  raised: { factorId: string; from: Tick; until: Tick } | null
  /** The passkey that opened it, or the session it was minted from. */
  passkeyId: string | null
  ended: Ended | null
  isProbed: boolean
}

export type Slot =
  | 'confirmation'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'

export type Mail = {
  to: string
  owner: Actor | null
  template: string
  slot: Slot
  accountId: string | null
  /** For e-mail change codes: the address the change leads to. */
  pending: string | null
  code: string
  link: string
  type: string
  sentAtMs: number
  since: Tick
  used: Tick | null
  ended: Ended | null
  isProbed: boolean
}

/** A PKCE code that a redirect carried. */
export type AuthCode = {
  code: string
  /** Whose browser it was sent to. */
  holder: Actor
  accountId: string | null
  origin: 'mail' | 'provider' | 'link'
  person: Person | null
  begunBy: Session | null
  issuedAtMs: number
  since: Tick
  used: Tick | null
  ended: Ended | null
}

/** A visit to a provider that has not come back yet. */
export type Flow = {
  callback: string
  person: Person
  isPkce: boolean
  link: Session | null
  /** The invitation that is accepted by this sign-in. */
  invitation: Mail | null
  startedAtMs: number
  since: Tick
  used: Tick | null
  ended: Ended | null
}

export type Factor = {
  id: string
  secret: string
  /** null: an app. */
  key: SoftAuthenticator | null
  actor: Actor
  accountId: string
  verifiedAt: Tick | null
  removed: Ended | null
}

export type Passkey = {
  id: string
  key: SoftAuthenticator
  actor: Actor
  accountId: string
  removed: Ended | null
}

/** The program that asks members for access; each world has its own. */
export type App = { id: string; secret: string }

/** A request of the app that waits for an answer. */
export type AppRequest = {
  id: string
  verifier: string
  /** The account that opened it first. */
  accountId: string | null
}

/** A code that the app was given. */
export type AppCode = {
  code: string
  verifier: string
  by: Session
  issuedAtMs: number
  since: Tick
  used: Tick | null
  /** What it opened. */
  session: Session | null
}

export type Account = {
  id: string
  credentials: Credential[]
  /** Passwords of an anonymous account that wait for the proof of an address. */
  waiting: { address: string; text: string; actor: Actor }[]
  wasAnonymous: boolean
  /** By an administrator, before anybody proved the address: not for a sign-up to replace. */
  isPrepared: boolean
  /** Addresses that were proven for this account. */
  proven: Set<string>
  /** Which mailbox agreed to which change. */
  agreed: Set<string>
  identities: Set<string>
  /** Whose metadata may be here. */
  mayDescribe: Set<ActorName>
  factors: Factor[]
  recoveryCodes: { text: string; factorId: string; actor: Actor; used: Tick | null }[]
  passkeys: Passkey[]
  /** When access was last allowed to the app, and taken away. */
  grant: Span | null
  revocation: Span | null
  bans: { from: Tick; until: Tick; endsAtMs: number }[]
  deleted: Ended | null
  pendingRequestedAt: Tick
  /** A conversion with a password may end other sessions at once or when the address is proven. */
  mayLoseSessions: Tick
  pendingCancelled: { began: Tick } | null
}

/** What a sign-up or a magic link submitted for an address that is not proven yet. */
export type UnprovenData = { actor: Actor; password: string | null; began: Tick; at: Tick }
