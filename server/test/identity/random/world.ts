import { makeActors } from './actors.ts'
import type {
  Account,
  Actor,
  ActorName,
  App,
  AppCode,
  AppRequest,
  AuthCode,
  Flow,
  Mail,
  Session,
  Tick,
  UnprovenData,
} from './facts.ts'
import { type Pick, seeded } from './pick.ts'
import type { RandomServer } from './random-server.ts'
import { emptySnapshot, type Snapshot } from './snapshot.ts'

export type Violation = { rule: string; text: string; step: number }

/** One sequence: its actors, what they hold, and what the tester knows of the accounts they touched. */
export type World = {
  name: string
  domain: string
  pick: Pick
  server: RandomServer
  actors: Record<ActorName, Actor>
  accounts: Map<string, Account>
  sessions: Map<string, Session>
  mails: Mail[]
  authCodes: AuthCode[]
  flows: Flow[]
  /** null: it was not registered yet. */
  app: { registered: Promise<App | null> | null }
  appRequests: AppRequest[]
  appCodes: AppCode[]
  unprovenData: Map<string, UnprovenData[]>
  /** What shows only in the tables, learnt before they are checked. */
  learning: ((now: Snapshot) => void)[]
  /** What an administrator handed over, to be laid into mailboxes after the round. */
  arriving: (() => void)[]
  /** The tables after the last round. */
  seen: Snapshot
  step: number
  lastStep: string | null
  /** Who acted last. */
  lastActor: Actor | null
  roundBegan: Tick
  /** Whether the step at work is several calls at once. */
  isParallel: boolean
  history: string[]
  violations: Violation[]
  /** Moves the counter and reads it. */
  tick(): Tick
  nextNumber(): number
}

type Beginning = { seed: number; index: number; server: RandomServer }

export function newWorld({ seed, index, server }: Beginning): World {
  let ticks = 0
  let numbers = 0
  const name = `w${seed}-${index}`

  return {
    name,
    domain: `${name}.example.test`,
    pick: seeded(seed * 100_003 + index),
    server,
    actors: makeActors(name, index % 250),
    accounts: new Map(),
    sessions: new Map(),
    mails: [],
    authCodes: [],
    flows: [],
    app: { registered: null },
    appRequests: [],
    appCodes: [],
    unprovenData: new Map(),
    learning: [],
    arriving: [],
    seen: emptySnapshot,
    step: 0,
    lastStep: null,
    lastActor: null,
    roundBegan: 0,
    isParallel: false,
    history: [],
    violations: [],
    tick: () => ++ticks,
    nextNumber: () => ++numbers,
  }
}

/** For runs by hand: rules that are known to be broken, by a part of their names. */
const IGNORED = (process.env.RANDOM_IGNORE ?? '').split(',').filter((part) => part !== '')

export function violate(world: World, rule: string, text: string): void {
  if (IGNORED.some((part) => `${rule}: ${text}`.includes(part))) return
  world.violations.push({ rule, text, step: world.step })
  if (rule === 'no 5xx') note(world, `  log: ${lastError(world)}`)
  world.history.push(`${world.step}:   VIOLATION ${rule}: ${text}`)
}

/** What the server wrote about its newest failure. */
const lastError = ({ server }: World): string =>
  server.logged
    .filter((line) => line.includes('"err"'))
    .at(-1)
    ?.slice(0, 1500) ?? 'nothing'

export function note(world: World, text: string): void {
  world.history.push(`${world.step}: ${text}`)
}

export function accountOf(world: World, id: string): Account {
  const known = world.accounts.get(id)
  if (known) return known

  const account: Account = {
    id,
    credentials: [],
    waiting: [],
    wasAnonymous: false,
    isPrepared: false,
    proven: new Set(),
    agreed: new Set(),
    identities: new Set(),
    mayDescribe: new Set(),
    factors: [],
    recoveryCodes: [],
    passkeys: [],
    grant: null,
    revocation: null,
    bans: [],
    deleted: null,
    pendingRequestedAt: 0,
    mayLoseSessions: 0,
    pendingCancelled: null,
  }
  world.accounts.set(id, account)
  return account
}

export const everyone = ({ actors }: World): Actor[] => [
  actors.attacker,
  actors.victim,
  actors.bystander,
]

export const ownerOfMailbox = (world: World, address: string): Actor | null =>
  everyone(world).find(({ mailboxes }) => mailboxes.includes(address)) ?? null

export const newPassword = (world: World, actor: Actor): string =>
  `${actor.name} chose ${world.nextNumber()}`
